import type { MailSpeaker } from './mailLanguage.js'

/** From which address to which a wallet goes. */
export interface ChangedEmail {
  readonly from: string
  readonly to: string
}

/** Returns what a mail about a change says of it. */
export const changeFacts = (
  { say }: Pick<MailSpeaker, 'say'>,
  { from, to }: ChangedEmail,
): readonly { readonly label: string; readonly value: string; readonly isCode: boolean }[] => [
  { label: say('change.from', {}), value: from, isCode: true },
  { label: say('change.to', {}), value: to, isCode: true },
]
