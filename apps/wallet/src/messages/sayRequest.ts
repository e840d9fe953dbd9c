import type { PreparedRequest, ShownRequest } from '@foyer/signing'
import { requestSentences, spokenRequest } from '@foyer/signing/sentences'
import { sayOf } from './say.js'

/** A request as the visitor reads it, in the document's language. Its English comes with what reads requests, which the frame has nothing of before one comes. */
export const sayRequest = (shown: Extract<PreparedRequest, { readonly kind: 'ask' }>['shown']): ShownRequest<string> =>
  spokenRequest(shown, (name, values) => sayOf(requestSentences, name, values))
