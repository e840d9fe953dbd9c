import { drawLetter } from '../mail/drawLetter.js'
import { fill } from '../mail/letter.js'
import type { Mail } from '../mail/mail.js'
import { loginSentences } from './loginSentences.js'

/** The mail with a code: how long it counts is the configured figure [F1]. */
export function codeLetter({
  code,
  site,
  minutes,
  browser,
}: {
  readonly code: string
  /** the asking site's origin */
  readonly site: string
  readonly minutes: number
  readonly browser: string
}): Omit<Mail, 'to'> {
  const { host } = new URL(site)
  const said = loginSentences
  return drawLetter({
    language: 'en',
    direction: 'ltr',
    subject: fill(said['code.subject'], { code, site: host }),
    preview: fill(said['code.life'], { minutes }),
    title: fill(said['code.title'], { site: host }),
    parts: [
      { kind: 'code', label: said['code.code'], code },
      { kind: 'words', text: fill(said['code.life'], { minutes }) },
      {
        kind: 'facts',
        facts: [
          { label: said['code.site'], value: host, isCode: true },
          { label: said['code.browser'], value: browser },
        ],
      },
      { kind: 'note', text: said['code.keep'] },
      { kind: 'note', text: said['code.notYou'] },
    ],
  })
}
