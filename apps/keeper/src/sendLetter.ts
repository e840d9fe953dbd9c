import type { Ceremony } from './ceremony.js'
import { writeMail } from './letters.js'
import { createSendOwed, type SendOwedParameters, type SentKind } from './owedMails.js'
import type { OwedLetter } from './owing.js'
import { keeperCeremonies, type MailAbout } from './tables.js'

/** The mail that a ceremony owes its mailbox. */
const letters: SentKind<MailAbout, Ceremony, string | null> = {
  columns: keeperCeremonies,
  write: (rows, is, to) => rows.update(keeperCeremonies).set(to).where(is),
  mailsOf({ row: about, links: link }, is, walletOrigin) {
    const mail = writeMail({ about, is, link, walletOrigin })
    return mail === null ? [] : [mail]
  },
}

interface SendLetterParameters extends SendOwedParameters {
  /** Called with a ceremony whose mail has gone out, as it was before. */
  readonly onSent?: ((ceremony: Ceremony) => void) | undefined
}

/** Sends what a ceremony owes its mailbox, and writes down how that went. */
export function createSendLetter({ onSent, ...parameters }: SendLetterParameters) {
  const send = createSendOwed({ ...letters, onSent }, parameters)
  return ({ ceremony, link }: OwedLetter): void => send({ row: ceremony, links: link })
}
