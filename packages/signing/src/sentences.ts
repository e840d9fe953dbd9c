import { ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { Fact, RequestSentence, SayRequest, Words } from '@foyer/core/words'

export { ownAccountSentences, requestSentences, spokenRequest } from '@foyer/core/messages'

/** Names a sentence; what is given to its places stands as it is, or is a sentence itself. */
export const words = (name: RequestSentence, values: Words['values'] = {}): Words => ({ name, values })

/** A fact that is an address or data. */
export const code = (label: RequestSentence, value: string): Fact => ({ label: words(label), value, isCode: true })

const english: Readonly<Record<RequestSentence, string>> = { ...requestSentences, ...ownAccountSentences }

/** Says a sentence in English. */
export const sayRequestInEnglish: SayRequest = (name, values) =>
  english[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
