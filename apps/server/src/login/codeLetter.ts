import { drawLetter } from '../mail/drawLetter.js'
import type { Mail } from '../mail/mail.js'
import { type MailLanguage, speakMail } from '../mail/mailLanguage.js'

/** The mail with a code: how long it counts is the configured figure [F1]. */
export function codeLetter({
  code,
  site,
  minutes,
  browser,
  language: as,
}: {
  readonly code: string
  /** the asking site's origin */
  readonly site: string
  readonly minutes: number
  readonly browser: string
  readonly language: MailLanguage
}): Omit<Mail, 'to'> {
  const { host } = new URL(site)
  const { say, language, direction } = speakMail(as)
  return drawLetter({
    language,
    direction,
    subject: say('code.subject', { code, site: host }),
    preview: say('code.life', { minutes }),
    title: say('code.title', { site: host }),
    parts: [
      { kind: 'code', label: say('code.code', {}), code },
      { kind: 'words', text: say('code.life', { minutes }) },
      {
        kind: 'facts',
        facts: [
          { label: say('code.site', {}), value: host, isCode: true },
          { label: say('browser', {}), value: browser },
        ],
      },
      { kind: 'note', text: say('code.keep', {}) },
      { kind: 'note', text: say('code.notYou', {}) },
    ],
  })
}
