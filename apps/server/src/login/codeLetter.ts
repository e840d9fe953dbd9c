import { type ChangedEmail, changeFacts, siteFact, siteIn } from '@foyer/service/mail/askedFrom'
import { drawLetter } from '@foyer/service/mail/drawLetter'
import type { Mail } from '@foyer/service/mail/mail'
import { type MailLanguage, speakMail } from '@foyer/service/mail/mailLanguage'

/** Says to the old mailbox that the wallet has gone to another. */
export function changedLetter({
  siteName,
  browser,
  change,
  language: as,
  walletOrigin,
}: {
  readonly siteName: string | null
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
          siteFact({ label: say('site', {}), siteName, say }),
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
  siteName,
  minutes,
  browser,
  language: as,
  change,
  walletOrigin,
}: {
  readonly code: string
  /** the asking site's, as the operator's projects name it; null where none does */
  readonly siteName: string | null
  readonly minutes: number
  readonly browser: string
  readonly language: MailLanguage
  /** The code is for a change of the wallet's mailbox, and not for a login. */
  readonly change?: ChangedEmail | undefined
  readonly walletOrigin: string
}): Omit<Mail, 'to'> {
  const speaker = speakMail(as)
  const site = siteIn(speaker, siteName)
  const { say, language, direction } = speaker
  return drawLetter({
    language,
    direction,
    walletOrigin,
    subject: say('code.subject', { code, site }),
    preview: say('code.life', { minutes }),
    title: change === undefined ? say('code.title', { site }) : say('change.title', {}),
    parts: [
      { kind: 'code', label: say('code.code', {}), code },
      { kind: 'words', text: say('code.life', { minutes }) },
      {
        kind: 'facts',
        facts: [
          siteFact({ label: say('code.site', {}), siteName, say }),
          { label: say('browser', {}), value: browser },
          ...(change === undefined ? [] : changeFacts(speaker, change)),
        ],
      },
      { kind: 'note', text: say('code.keep', {}) },
      { kind: 'note', text: say(change === undefined ? 'code.notYou' : 'change.notYou', {}) },
    ],
  })
}
