import { type ChangedEmail, changeFacts } from '@foyer/service/mail/askedFrom'
import { drawLetter } from '@foyer/service/mail/drawLetter'
import type { Mail } from '@foyer/service/mail/mail'
import { type MailLanguage, speakMail } from '@foyer/service/mail/mailLanguage'

/** Says to the old mailbox that the wallet has gone to another. */
export function changedLetter({
  site,
  browser,
  change,
  language: as,
  walletOrigin,
}: {
  readonly site: string
  readonly browser: string
  readonly change: ChangedEmail
  readonly language: MailLanguage
  readonly walletOrigin: string
}): Omit<Mail, 'to'> {
  const speaker = speakMail(as)
  const { say, language, direction } = speaker
  return drawLetter({
    language,
    direction,
    walletOrigin,
    subject: say('changed.subject', {}),
    preview: say('changed.preview', {}),
    title: say('changed.title', {}),
    parts: [
      { kind: 'words', text: say('changed.text', {}) },
      {
        kind: 'facts',
        facts: [
          ...changeFacts(speaker, change),
          { label: say('site', {}), value: new URL(site).host, isCode: true },
          { label: say('browser', {}), value: browser },
        ],
      },
      { kind: 'note', text: say('changed.note', {}) },
    ],
  })
}

/** The mail with a code: how long it counts is the configured figure [F1]. */
export function codeLetter({
  code,
  site,
  minutes,
  browser,
  language: as,
  change,
  walletOrigin,
}: {
  readonly code: string
  /** the asking site's origin */
  readonly site: string
  readonly minutes: number
  readonly browser: string
  readonly language: MailLanguage
  /** The code is for a change of the wallet's mailbox, and not for a login. */
  readonly change?: ChangedEmail | undefined
  readonly walletOrigin: string
}): Omit<Mail, 'to'> {
  const { host } = new URL(site)
  const speaker = speakMail(as)
  const { say, language, direction } = speaker
  return drawLetter({
    language,
    direction,
    walletOrigin,
    subject: say('code.subject', { code, site: host }),
    preview: say('code.life', { minutes }),
    title: change === undefined ? say('code.title', { site: host }) : say('change.title', {}),
    parts: [
      { kind: 'code', label: say('code.code', {}), code },
      { kind: 'words', text: say('code.life', { minutes }) },
      {
        kind: 'facts',
        facts: [
          { label: say('code.site', {}), value: host, isCode: true },
          { label: say('browser', {}), value: browser },
          ...(change === undefined ? [] : changeFacts(speaker, change)),
        ],
      },
      { kind: 'note', text: say('code.keep', {}) },
      { kind: 'note', text: say(change === undefined ? 'code.notYou' : 'change.notYou', {}) },
    ],
  })
}
