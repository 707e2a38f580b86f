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
  description: 'Why an answer did not come.',
  valuesConfig: {
    TIMEOUT: { description: 'The engine took too long.' },
    RATE_LIMITED: { description: 'The engine asks for fewer questions.' },
    BUSY: { description: 'Not sent: the engine had too many questions already.' },
    SPENT: { description: 'Not sent: the server’s budget for engines was used up that day.' },
    UNAUTHORIZED: { description: 'The engine refused the key.' },
    UNAVAILABLE: { description: 'The engine could not be reached, or failed.' },
    MALFORMED: { description: 'What came could not be read.' },
    TOO_LARGE: { description: 'The answer was longer than can be read.' },
    REFUSED: { description: 'The engine would not answer the question.' },
    EMPTY: { description: 'The answer had no words.' },
    ABORTED: { description: 'The question was withdrawn.' },
  },
});
