import type { Metrics } from './metrics.js'

/** For a server without a token for them: metrics can't be read, so none are kept. */
export const noMetrics: Metrics = {
  answered: () => {},
  rejected: () => {},
  mailed: () => {},
  noted: () => {},
  refused: () => {},
  observe: () => {},
  read: async () => ({ text: '', contentType: 'text/plain; charset=utf-8' }),
}
