import { type DrawnRequest, drawnRequest, headlineSentences } from '@foyer/core/messages'
import type { PreparedRequest } from '@foyer/signing'
import { ownAccountSentences, requestSentences } from '@foyer/signing/sentences'
import { documentLanguage, sayOf } from './say.js'

const english = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }

/** A request as the visitor reads it, in the document's language. Its English comes with what reads requests, which the frame has nothing of before one comes. */
export const sayRequest = (shown: Extract<PreparedRequest, { readonly kind: 'ask' }>['shown']): DrawnRequest =>
  drawnRequest(shown, { say: (name, values) => sayOf(english, name, values), locale: documentLanguage() })
