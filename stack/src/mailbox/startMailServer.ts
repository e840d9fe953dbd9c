import { SMTPServer } from 'smtp-server'
import { readMail } from './mail.js'
import type { Mailbox } from './mailbox.js'

export interface StartMailServerParameters {
  readonly mailbox: Mailbox
  /** 0 picks a free port. */
  readonly port: number
  /** milliseconds since 1970 */
  readonly now: () => number
  readonly log: (line: string) => void
}

export interface MailServer {
  /** Such as `smtp://127.0.0.1:2525`. */
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** The longest mail that is taken, in bytes. */
const sizeLimit = 1024 * 1024

/** Takes every mail on this machine's own address, without asking who sends it, and passes none on. */
export async function startMailServer({ mailbox, port, now, log }: StartMailServerParameters): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: sizeLimit,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('The mail is too long.'))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        readMail({ source: Buffer.concat(parts), recipients, now: now() })
          .then((mail) => mailbox.put(mail))
          .then(() => done(), done)
      })
    },
  })
  // A sender that breaks off is no reason to end.
  server.on('error', (error) => log(`a mail failed: ${error.name}`))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
