/** A mailbox is full of messages that nobody has acknowledged. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError'
  readonly code = 'mailbox_full'

  constructor() {
    super('The mailbox of this topic is full. Whoever listens to it has to acknowledge what is there.')
  }
}
