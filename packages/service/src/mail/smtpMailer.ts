import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import type { Mailer } from './mail.js'
import { MailError } from './mail.js'

export interface SmtpConfig {
  /** such as `smtps://user:password@mail.example:465` */
  readonly url: string
  /** such as `Foyer <login@wallet.example>` */
  readonly from: string
}

/** The time that the mail server may take to answer, in each step. */
const stepMs = 10_000
const mostConnections = 4

/** Fields of a failure of nodemailer's beside its message, which may repeat an address. */
const Failure = v.object({ code: v.optional(v.string()), responseCode: v.optional(v.number()) })

export function createSmtpMailer({ url, from }: SmtpConfig): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: mostConnections,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      // A mail's content is ours alone: nothing in it is read from a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html }) {
      try {
        // As an object it is one address, whatever its characters mean in a header.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
      } catch (error) {
        throw toMailError(error)
      }
    },
    close: () => transport.close(),
  }
}

function toMailError(error: unknown): MailError {
  const { success, output } = v.safeParse(Failure, error)
  const { code = 'unknown', responseCode } = success ? output : {}
  // 4xx says "later" (RFC 5321 §4.2.1); what has no status was no answer at all, but for an address that isn't one.
  const isLasting = responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500
  return new MailError({ code: responseCode === undefined ? code : String(responseCode), isLasting })
}
