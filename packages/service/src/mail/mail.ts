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
