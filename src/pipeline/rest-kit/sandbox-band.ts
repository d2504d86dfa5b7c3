/** The line on top of each page for people; empty on a live gateway. */
export const sandboxBand = ({ sandbox }: { readonly sandbox: boolean }): string =>
  sandbox
    ? '<p class="sandbox"><strong>Sandbox</strong> – nothing here is real, and no money moves.</p>\n'
    : '';
