import { factsOf, linkPart } from './askedFrom.js'
import { drawLetter } from './drawLetter.js'
import type { LetterPart } from './letter.js'
import type { Mail } from './mail.js'
import { type MailLanguage, speakMail } from './mailLanguage.js'

interface DeletionLetter {
  /** it is to be deleted, or it was */
  readonly is: 'deleting' | 'deleted'
  readonly at: Date
  readonly site: string
  readonly browser: string
  readonly place: string | null
  readonly language: MailLanguage
  /** the secret of the link that cancels it; null where it can't be */
  readonly link: string | null
  readonly walletOrigin: string
}

/** Says that a wallet is to be deleted, with the link that shows and cancels it, or that it was. Each of both servers writes it. */
export function deletionLetter(asked: DeletionLetter): Omit<Mail, 'to'> {
  const { is, at, link, walletOrigin } = asked
  const speaker = speakMail(asked.language)
  const { language, direction } = speaker
  const values = { date: speaker.moment(at) }
  const say = (part: 'subject' | 'preview' | 'title' | 'text' | 'note') => speaker.say(`${is}.${part}`, values)
  const parts: LetterPart[] = [
    { kind: 'words', text: say('text') },
    { kind: 'facts', facts: factsOf(speaker, asked) },
  ]
  if (link !== null) parts.push(linkPart({ label: speaker.say('deleting.link', {}), link, language, walletOrigin }))
  parts.push({ kind: 'note', text: say('note') })
  return drawLetter({
    language,
    direction,
    walletOrigin,
    subject: say('subject'),
    preview: say('preview'),
    title: say('title'),
    parts,
  })
}
