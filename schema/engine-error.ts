import { registerEnumType } from 'type-graphql';

export enum EngineErrorCode {
  TIMEOUT = 'TIMEOUT',
  RATE_LIMITED = 'RATE_LIMITED',
  BUSY = 'BUSY',
  SPENT = 'SPENT',
  UNAUTHORIZED = 'UNAUTHORIZED',
  UNAVAILABLE = 'UNAVAILABLE',
  MALFORMED = 'MALFORMED',
  TOO_LARGE = 'TOO_LARGE',
  REFUSED = 'REFUSED',
  EMPTY = 'EMPTY',
  ABORTED = 'ABORTED',
}
registerEnumType(EngineErrorCode, {
  name: 'EngineErrorCode',
  description: 'Reason why an engine returned no answer.',
  valuesConfig: {
    TIMEOUT: { description: 'The engine did not answer in time.' },
    RATE_LIMITED: { description: 'The engine rejected the call because of its rate limit.' },
    BUSY: {
      description: 'The call was not sent: too many calls to the engine were already waiting.',
    },
    SPENT: {
      description: 'The call was not sent: the server’s engine budget for the day was used up.',
    },
    UNAUTHORIZED: { description: 'The engine rejected the server’s credential.' },
    UNAVAILABLE: { description: 'The engine could not be reached, or returned a server error.' },
    MALFORMED: { description: 'The response could not be parsed.' },
    TOO_LARGE: { description: 'The response exceeded the size limit.' },
    REFUSED: { description: 'The engine refused to answer the prompt.' },
    EMPTY: { description: 'The answer contained no text.' },
    ABORTED: { description: 'The call was cancelled.' },
  },
});
