import { drawnRequest, headlineSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import { ownAccountSentences, requestSentences } from '../sentences.js'

const sentences = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }

/** For tests. The sentence that a request begins with, in English. */
export const headlineInEnglish = (shown: ShownRequest): string =>
  drawnRequest(shown, {
    say: (name, values) => sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? ''),
    locale: 'en',
  })
    .headline.map(({ text }) => text.replaceAll('\u00a0', ' '))
    .join('')
