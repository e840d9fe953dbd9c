import { listen } from '@foyer/page'
import { createMailbox, type Mailbox } from './mailbox.js'
import { createMailboxPages } from './mailboxPages.js'
import { startMailServer } from './startMailServer.js'

export interface StartMailboxParameters {
  /** Where mails are read; 0 picks a free port, and so it does unless said. */
  readonly port?: number
  /** Where they are sent to. */
  readonly smtpPort?: number
  readonly now?: () => number
  readonly log?: (line: string) => void
}

export interface LocalMailbox extends Pick<Mailbox, 'mails' | 'next' | 'clear'> {
  /** Where a person reads the mails. */
  readonly url: string
  readonly port: number
  /** What a server sends by, such as `smtp://127.0.0.1:2525`. */
  readonly smtp: string
  readonly smtpPort: number
  stop(): Promise<void>
}

/**
 * Starts a mailbox that gets every mail to any address, and a page to read them.
 * @throws the system's error where a port is unavailable
 * @example
 * const { smtp, url, next, stop } = await startMailbox()
 * const { text } = await next({ to: 'ann@dapp.example', signal: AbortSignal.timeout(5000) })
 */
export async function startMailbox({
  port = 0,
  smtpPort = 0,
  now = Date.now,
  log = () => {},
}: StartMailboxParameters = {}): Promise<LocalMailbox> {
  const mailbox = createMailbox()
  const server = await startMailServer({ mailbox, port: smtpPort, now, log })
  const pages = await listen({ fetch: createMailboxPages({ mailbox }).fetch, port }).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  return {
    ...{ url: pages.url, port: pages.port, smtp: server.url, smtpPort: server.port },
    get mails() {
      return mailbox.mails
    },
    next: mailbox.next,
    clear: mailbox.clear,
    async stop() {
      await Promise.all([pages.stop(), server.stop()])
    },
  }
}
