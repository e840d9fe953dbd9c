import { type AskedFrom, factsOf, linkPart } from './askedFrom.js'
import { drawSaid } from './drawLetter.js'
import type { LetterPart, LetterSentence } from './letter.js'
import type { Mail } from './mail.js'
import { type MailLanguage, speakMail } from './mailLanguage.js'

interface DeletionLetter extends AskedFrom {
  readonly is: 'deleting' | 'deleted'
  readonly at: Date
  readonly language: MailLanguage
  /** the secret of the link that cancels it; null where it can't be */
  readonly link: string | null
  readonly walletOrigin: string
}

/** Says that a wallet is to be deleted, with the link that shows and cancels it, or that it was. Each of both servers writes it. */
export function deletionLetter(asked: DeletionLetter): Omit<Mail, 'to'> {
  const { is, at, link, walletOrigin } = asked
  const speaker = speakMail(asked.language)
  const { language } = speaker
  const values = { date: speaker.moment(at) }
  const say = (part: LetterSentence) => speaker.say(`${is}.${part}`, values)
  const parts: LetterPart[] = [
    { kind: 'words', text: say('text') },
    { kind: 'facts', facts: factsOf(speaker, asked) },
  ]
  if (link !== null) parts.push(linkPart({ label: speaker.say('deleting.link', {}), link, language, walletOrigin }))
  return drawSaid({ speaker, say, walletOrigin, parts })
}
