import type { Plugin } from 'graphql-yoga';
import type { StateOf } from '../request-state.ts';
import type { Log } from '../respond.ts';
import { answerOf } from './answer-of.ts';

/** Writes what yoga itself refuses as JSON, with the errors and the status of the catalogue. */
export function useResponse(log: Log, stateOf: StateOf): Plugin {
  return {
    onResultProcess({ request, setResultProcessor }) {
      const state = stateOf(request);
      setResultProcessor((result, fetchAPI) => {
        if (Array.isArray(result)) throw new Error('There is one operation.');
        return answerOf(result, { request, state, log, fetchAPI });
      }, state.mediaType ?? 'application/json');
    },
  };
}
