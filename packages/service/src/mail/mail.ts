/** One mail, as text and as a page of its own. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Hands a mail to the operator's mail server. @throws MailError */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server didn't take a mail. Neither the message nor the facts say whose it was. @see F28 */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** the mail server's own code, such as `EAUTH`, or the status of its answer */
  readonly code: string
  /** whether another try may end otherwise */
  readonly isLasting: boolean

  constructor({ code, isLasting }: { code: string; isLasting: boolean }) {
    super(`The mail server took no mail (${code}).`)
    this.code = code
    this.isLasting = isLasting
  }
}
