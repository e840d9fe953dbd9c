import { createHash } from 'node:crypto'
import { type AddressObject, simpleParser } from 'mailparser'

/** A mail as the mailbox has it. */
export interface Mail {
  readonly id: string
  readonly from: string
  /** Those that the server was told to deliver to, in small letters. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** null for a mail of text alone */
  readonly html: string | null
  /** milliseconds since 1970 */
  readonly arrivedAt: number
}

/** Reads what came by SMTP. The envelope says to whom, as a mail's own head need not. */
export async function readMail({
  source,
  recipients,
  now,
}: {
  readonly source: Buffer
  readonly recipients: readonly string[]
  readonly now: number
}): Promise<Mail> {
  const { from, subject = '', text = '', html } = await simpleParser(source)
  return {
    id: createHash('sha256').update(source).update(String(now)).digest('hex').slice(0, 16),
    from: addressOf(from),
    to: recipients.map((address) => address.toLowerCase()),
    subject,
    text: text.trim(),
    html: html === false || html === undefined ? null : html,
    arrivedAt: now,
  }
}

const addressOf = (from: AddressObject | undefined): string => from?.value[0]?.address ?? ''

/** The addresses of a mail's links, in the order of its text. */
export const linksOf = ({ text }: Pick<Mail, 'text'>): readonly string[] =>
  text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
