import type { Payload } from './payload.js'

/** Writes a message; its id as the number that it is. */
export const formatPayload = (payload: Payload): string =>
  `{"id":${payload.id},"jsonrpc":"2.0",${JSON.stringify(bodyOf(payload)).slice(1)}`

function bodyOf(payload: Payload): object {
  if (payload.type === 'request') return { method: payload.method, params: payload.params }
  if (payload.type === 'failure') return { error: payload.error }
  // A result that is nothing must still be there: its absence would be no answer.
  return { result: payload.result ?? null }
}
