export const FILTERS = {
  "ApprovalFilter": {
    "fundingId": {
      "kind": "text",
      "says": "Only changes that are about this settlement."
    },
    "objectId": {
      "kind": "text",
      "says": "Only changes of this record itself."
    },
    "operation": {
      "kind": "choice",
      "values": [
        "APPROVE",
        "BULK",
        "CLOSE_BOOKS",
        "CONFIRM",
        "CORRECT",
        "DISBURSE",
        "EXTEND",
        "LIFT_HOLD",
        "OPERATOR",
        "OPERATOR_KEY",
        "PARTNER_SETTINGS",
        "POLICY",
        "PROVIDER_SETTINGS",
        "RECORD",
        "REFUND",
        "REPAY",
        "RETURN",
        "REVERSE",
        "UNDO",
        "WAIVE",
        "WRITE_OFF"
      ],
      "says": "Only changes of this kind."
    },
    "status": {
      "kind": "choice",
      "values": [
        "APPROVED",
        "LAPSED",
        "PENDING",
        "REFUSED"
      ],
      "says": "Only those with this status."
    }
  },
  "CustomerFilter": {
    "companyName": {
      "kind": "text",
      "says": "Only customers whose name begins with this text, in upper or lower case."
    },
    "externalCustomerId": {
      "kind": "text",
      "says": "Only customers with this id, which is your own."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    }
  },
  "EventFilter": {
    "actor": {
      "kind": "text",
      "says": "Only what this actor did; write the actor as `Event.actor` shows it."
    },
    "createdFrom": {
      "kind": "moment",
      "says": "From this moment on."
    },
    "createdTo": {
      "kind": "moment",
      "says": "Before this moment."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "subject": {
      "kind": "text",
      "says": "Only events of this record, such as `customer/cus_...`."
    },
    "types": {
      "kind": "choice",
      "values": [
        "APPROVAL_APPROVED",
        "APPROVAL_LAPSED",
        "APPROVAL_REFUSED",
        "APPROVAL_REQUESTED",
        "ASSIGNMENT_CHANGED",
        "CUSTOMER_CREATED",
        "CUSTOMER_UPDATED",
        "EXPORT_BEGAN",
        "EXPORT_BROKEN_OFF",
        "EXPORT_FINISHED",
        "FUNDING_ACCEPTED",
        "FUNDING_APPROVED",
        "FUNDING_BALANCE_CHANGED",
        "FUNDING_DENIED",
        "FUNDING_DISBURSED",
        "FUNDING_DISBURSEMENT_CORRECTED",
        "FUNDING_DISBURSEMENT_RETURNED",
        "FUNDING_DUE_ON_CHANGED",
        "FUNDING_DUE_SOON",
        "FUNDING_EXCESS_REFUNDED",
        "FUNDING_EXPIRED",
        "FUNDING_FEE_EARNED",
        "FUNDING_FEE_WAIVED",
        "FUNDING_OPENED",
        "FUNDING_OVERDUE",
        "FUNDING_OVERDUE_ENDED",
        "FUNDING_REJECTED",
        "FUNDING_REOPENED",
        "FUNDING_REPAID",
        "FUNDING_REVOKED",
        "FUNDING_SUBMITTED",
        "FUNDING_TRANSACTIONS_READ",
        "FUNDING_WITHDRAWN",
        "FUNDING_WRITTEN_OFF",
        "HOLD_LIFTED",
        "HOLD_PLACED",
        "KEY_CREATED",
        "KEY_MOVED",
        "KEY_REVOKED",
        "KEY_ROTATED",
        "KYC_CREATED",
        "KYC_DOCUMENTS_UPLOADED",
        "KYC_DOCUMENT_READ",
        "KYC_DOCUMENT_REQUESTED",
        "KYC_IDENTITY_READ",
        "KYC_SCREENING_READ",
        "KYC_STATUS_CHANGED",
        "KYC_UPDATED",
        "NOTE_ADDED",
        "OPERATOR_CONFIRMED",
        "OPERATOR_CREATED",
        "OPERATOR_DISABLED",
        "OPERATOR_MENDED",
        "OPERATOR_SESSIONS_ENDED",
        "OPERATOR_UPDATED",
        "PARTNER_CREATED",
        "PARTNER_ENDED",
        "PARTNER_PURGED",
        "PARTNER_UPDATED",
        "POLICY_CREATED",
        "POLICY_PUBLISHED",
        "POLICY_RETIRED",
        "POLICY_SHADOWED",
        "POLICY_TRIAL_STARTED",
        "POLICY_UPDATED",
        "PROVIDER_BOOKS_CLOSED",
        "PROVIDER_UPDATED",
        "REPAYMENT_CANCELLED",
        "REPAYMENT_DECLINED",
        "REPAYMENT_RECEIVED",
        "REPAYMENT_REPORTED",
        "REPAYMENT_REVERSED",
        "SNOOZE_CHANGED",
        "TEST_PING",
        "WEBHOOK_ENDPOINT_CREATED",
        "WEBHOOK_ENDPOINT_DELETED",
        "WEBHOOK_ENDPOINT_DISABLED",
        "WEBHOOK_ENDPOINT_UPDATED"
      ],
      "says": "Only events of one of these types."
    }
  },
  "HoldFilter": {
    "kind": {
      "kind": "choice",
      "values": [
        "ALL",
        "CUSTOMER",
        "PARTNER",
        "SETTLEMENT"
      ],
      "says": "Only holds of this kind."
    },
    "objectId": {
      "kind": "text",
      "says": "Only holds on this settlement, customer or partner itself."
    },
    "standing": {
      "kind": "flag",
      "says": "Only standing holds (true), or only lifted holds (false)."
    }
  },
  "InstantSettlementFilter": {
    "createdFrom": {
      "kind": "moment",
      "says": "Only settlements created at this moment or later. A day begins with its first second in UTC."
    },
    "createdUntil": {
      "kind": "moment",
      "says": "Only settlements created at this moment or earlier. A day ends with its last second in UTC."
    },
    "currency": {
      "kind": "currency",
      "says": "Only settlements in this currency; ISO 4217, such as HKD."
    },
    "customerId": {
      "kind": "text",
      "says": "Only settlements of this customer."
    },
    "dueFrom": {
      "kind": "day",
      "says": "Only settlements that are due on this day or later."
    },
    "dueUntil": {
      "kind": "day",
      "says": "Only settlements that are due on this day or earlier."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "servicingState": {
      "kind": "choice",
      "values": [
        "CURRENT",
        "DUE_SOON",
        "OVERDUE",
        "SETTLED",
        "WRITTEN_OFF"
      ],
      "says": "Only settlements whose money was sent, in one of these states of servicing."
    },
    "status": {
      "kind": "choice",
      "values": [
        "ACCEPTED",
        "APPROVED",
        "DENIED",
        "FUNDED",
        "REJECTED",
        "REPAID",
        "SUBMITTED"
      ],
      "says": "Only settlements in one of these statuses."
    },
    "updatedFrom": {
      "kind": "moment",
      "says": "Only settlements that changed at this moment or later. A day begins with its first second in UTC."
    }
  },
  "JournalFilter": {
    "account": {
      "kind": "choice",
      "values": [
        "CASH",
        "EXCESS_PAYABLE",
        "FEE_INCOME",
        "FEE_LOSS",
        "FEE_RECEIVABLE",
        "FEE_UNEARNED",
        "FEE_WAIVED",
        "OFFSET_CLEARING",
        "OPENING_BALANCE",
        "PARTNER_CLEARING",
        "PRINCIPAL_LOSS",
        "PRINCIPAL_RECEIVABLE",
        "RECOVERY",
        "REFUND_RECEIVABLE",
        "SMALL_DIFFERENCE"
      ],
      "says": "Only entries with this account."
    },
    "currency": {
      "kind": "currency",
      "says": "Only entries in this currency; ISO 4217, such as HKD."
    },
    "fundingId": {
      "kind": "text",
      "says": "Only entries of this settlement."
    },
    "kind": {
      "kind": "choice",
      "values": [
        "DISBURSEMENT",
        "DISBURSEMENT_CORRECTED",
        "DISBURSEMENT_RETURNED",
        "EXCESS_APPLIED",
        "EXCESS_WITHDRAWN",
        "FEE_EARNED",
        "OPENING",
        "RECOVERY",
        "REFUND",
        "REFUND_UNDONE",
        "REPAYMENT",
        "REVERSAL",
        "SMALL_DIFFERENCE",
        "SMALL_DIFFERENCE_UNDONE",
        "WAIVER",
        "WAIVER_UNDONE",
        "WRITE_OFF",
        "WRITE_OFF_UNDONE"
      ],
      "says": "Only entries of this kind."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "postedFrom": {
      "kind": "day",
      "says": "Only entries posted on this day or later."
    },
    "postedUntil": {
      "kind": "day",
      "says": "Only entries posted on this day or earlier."
    }
  },
  "LapsingOfferFilter": {
    "currency": {
      "kind": "currency",
      "says": "Only settlements in this currency; ISO 4217, such as HKD."
    },
    "late": {
      "kind": "flag",
      "says": "True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "snoozed": {
      "kind": "flag",
      "says": "True: only items that are snoozed; false: only the other ones. Both if it is absent."
    },
    "until": {
      "kind": "day",
      "says": "The last day on which an offer lapses, UTC."
    }
  },
  "OverdueSettlementFilter": {
    "currency": {
      "kind": "currency",
      "says": "Only settlements in this currency; ISO 4217, such as HKD."
    },
    "daysMin": {
      "kind": "number",
      "says": "Only settlements that are overdue for at least this number of days."
    },
    "late": {
      "kind": "flag",
      "says": "True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "snoozed": {
      "kind": "flag",
      "says": "True: only items that are snoozed; false: only the other ones. Both if it is absent."
    }
  },
  "PartnerFilter": {
    "name": {
      "kind": "text",
      "says": "Only partners whose name begins with this text, in the same case."
    }
  },
  "PendingApprovalFilter": {
    "fundingId": {
      "kind": "text",
      "says": "Only changes that are about this settlement."
    },
    "objectId": {
      "kind": "text",
      "says": "Only changes of this record itself."
    },
    "operation": {
      "kind": "choice",
      "values": [
        "APPROVE",
        "BULK",
        "CLOSE_BOOKS",
        "CONFIRM",
        "CORRECT",
        "DISBURSE",
        "EXTEND",
        "LIFT_HOLD",
        "OPERATOR",
        "OPERATOR_KEY",
        "PARTNER_SETTINGS",
        "POLICY",
        "PROVIDER_SETTINGS",
        "RECORD",
        "REFUND",
        "REPAY",
        "RETURN",
        "REVERSE",
        "UNDO",
        "WAIVE",
        "WRITE_OFF"
      ],
      "says": "Only changes of this kind."
    }
  },
  "PolicyFilter": {
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "state": {
      "kind": "choice",
      "values": [
        "DRAFT",
        "LIVE",
        "RETIRED",
        "SHADOW"
      ],
      "says": "Only versions in this state."
    }
  },
  "RepaymentFilter": {
    "fundingId": {
      "kind": "text",
      "says": "Only repayments of this settlement."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "receivedFrom": {
      "kind": "day",
      "says": "Only repayments that came on this day or later."
    },
    "receivedUntil": {
      "kind": "day",
      "says": "Only repayments that came on this day or earlier."
    },
    "reference": {
      "kind": "text",
      "says": "Only repayments with this reference."
    },
    "status": {
      "kind": "choice",
      "values": [
        "CANCELLED",
        "DECLINED",
        "RECEIVED",
        "REPORTED",
        "REVERSED"
      ],
      "says": "Only repayments in one of these statuses."
    }
  },
  "ReportedRepaymentFilter": {
    "currency": {
      "kind": "currency",
      "says": "Only items in this currency; ISO 4217, such as HKD."
    },
    "late": {
      "kind": "flag",
      "says": "True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "snoozed": {
      "kind": "flag",
      "says": "True: only items that are snoozed; false: only the other ones. Both if it is absent."
    }
  },
  "ServicedSettlementFilter": {
    "currency": {
      "kind": "currency",
      "says": "Only settlements in this currency; ISO 4217, such as HKD."
    },
    "late": {
      "kind": "flag",
      "says": "True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "snoozed": {
      "kind": "flag",
      "says": "True: only items that are snoozed; false: only the other ones. Both if it is absent."
    }
  },
  "SettlementRepaymentFilter": {
    "receivedFrom": {
      "kind": "day",
      "says": "Only repayments that came on this day or later."
    },
    "receivedUntil": {
      "kind": "day",
      "says": "Only repayments that came on this day or earlier."
    },
    "reference": {
      "kind": "text",
      "says": "Only repayments with this reference."
    },
    "status": {
      "kind": "choice",
      "values": [
        "CANCELLED",
        "DECLINED",
        "RECEIVED",
        "REPORTED",
        "REVERSED"
      ],
      "says": "Only repayments in one of these statuses."
    }
  },
  "WaitingSettlementFilter": {
    "amountMax": {
      "kind": "amount",
      "says": "The largest amount, in minor units. It needs a currency."
    },
    "amountMin": {
      "kind": "amount",
      "says": "The smallest amount, in minor units. It needs a currency."
    },
    "currency": {
      "kind": "currency",
      "says": "Only settlements in this currency; ISO 4217, such as HKD."
    },
    "late": {
      "kind": "flag",
      "says": "True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "snoozed": {
      "kind": "flag",
      "says": "True: only items that are snoozed; false: only the other ones. Both if it is absent."
    },
    "waitingSince": {
      "kind": "moment",
      "says": "Only items that have waited since this moment or longer."
    }
  },
  "WarnedCustomerFilter": {
    "late": {
      "kind": "flag",
      "says": "True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late."
    },
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    },
    "snoozed": {
      "kind": "flag",
      "says": "True: only items that are snoozed; false: only the other ones. Both if it is absent."
    }
  },
  "WebhookDeliveryFilter": {
    "eventType": {
      "kind": "choice",
      "values": [
        "APPROVAL_APPROVED",
        "APPROVAL_LAPSED",
        "APPROVAL_REFUSED",
        "APPROVAL_REQUESTED",
        "ASSIGNMENT_CHANGED",
        "CUSTOMER_CREATED",
        "CUSTOMER_UPDATED",
        "EXPORT_BEGAN",
        "EXPORT_BROKEN_OFF",
        "EXPORT_FINISHED",
        "FUNDING_ACCEPTED",
        "FUNDING_APPROVED",
        "FUNDING_BALANCE_CHANGED",
        "FUNDING_DENIED",
        "FUNDING_DISBURSED",
        "FUNDING_DISBURSEMENT_CORRECTED",
        "FUNDING_DISBURSEMENT_RETURNED",
        "FUNDING_DUE_ON_CHANGED",
        "FUNDING_DUE_SOON",
        "FUNDING_EXCESS_REFUNDED",
        "FUNDING_EXPIRED",
        "FUNDING_FEE_EARNED",
        "FUNDING_FEE_WAIVED",
        "FUNDING_OPENED",
        "FUNDING_OVERDUE",
        "FUNDING_OVERDUE_ENDED",
        "FUNDING_REJECTED",
        "FUNDING_REOPENED",
        "FUNDING_REPAID",
        "FUNDING_REVOKED",
        "FUNDING_SUBMITTED",
        "FUNDING_TRANSACTIONS_READ",
        "FUNDING_WITHDRAWN",
        "FUNDING_WRITTEN_OFF",
        "HOLD_LIFTED",
        "HOLD_PLACED",
        "KEY_CREATED",
        "KEY_MOVED",
        "KEY_REVOKED",
        "KEY_ROTATED",
        "KYC_CREATED",
        "KYC_DOCUMENTS_UPLOADED",
        "KYC_DOCUMENT_READ",
        "KYC_DOCUMENT_REQUESTED",
        "KYC_IDENTITY_READ",
        "KYC_SCREENING_READ",
        "KYC_STATUS_CHANGED",
        "KYC_UPDATED",
        "NOTE_ADDED",
        "OPERATOR_CONFIRMED",
        "OPERATOR_CREATED",
        "OPERATOR_DISABLED",
        "OPERATOR_MENDED",
        "OPERATOR_SESSIONS_ENDED",
        "OPERATOR_UPDATED",
        "PARTNER_CREATED",
        "PARTNER_ENDED",
        "PARTNER_PURGED",
        "PARTNER_UPDATED",
        "POLICY_CREATED",
        "POLICY_PUBLISHED",
        "POLICY_RETIRED",
        "POLICY_SHADOWED",
        "POLICY_TRIAL_STARTED",
        "POLICY_UPDATED",
        "PROVIDER_BOOKS_CLOSED",
        "PROVIDER_UPDATED",
        "REPAYMENT_CANCELLED",
        "REPAYMENT_DECLINED",
        "REPAYMENT_RECEIVED",
        "REPAYMENT_REPORTED",
        "REPAYMENT_REVERSED",
        "SNOOZE_CHANGED",
        "TEST_PING",
        "WEBHOOK_ENDPOINT_CREATED",
        "WEBHOOK_ENDPOINT_DELETED",
        "WEBHOOK_ENDPOINT_DISABLED",
        "WEBHOOK_ENDPOINT_UPDATED"
      ],
      "says": "Only deliveries of events of this type."
    },
    "status": {
      "kind": "choice",
      "values": [
        "CANCELED",
        "FAILED",
        "PENDING",
        "SUCCEEDED"
      ],
      "says": "Only deliveries in this status."
    }
  },
  "WebhookEndpointFilter": {
    "partnerId": {
      "kind": "partnerId",
      "says": "Only items of this partner. For operators only."
    }
  }
} as const;
