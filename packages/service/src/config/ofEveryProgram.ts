import * as v from 'valibot'
import { isNetwork } from '../budget/clientAddress.js'
import { logLevels } from '../log/createLog.js'
import { checked, isHost, isOrigin, listOf, matching, wholeNumber } from './fields.js'

const redisAddress = checked(
  (url) => /^rediss?:\/\/.+/.test(url) && URL.canParse(url),
  'must be an address that begins with redis:// or rediss://',
)

/** The variables that each program of a server has, whatever it calls them: what it listens on, keeps its data in, and writes to. */
export const ofEveryProgram = {
  HOST: v.optional(checked(isHost, 'must be an address or a host name to listen on, without a port'), '127.0.0.1'),
  PORT: v.optional(wholeNumber({ from: 0, to: 65_535 })),
  DATABASE_URL: v.optional(
    checked(
      (url) => /^postgres(ql)?:\/\/.+/.test(url) && URL.canParse(url),
      'must be an address that begins with postgres://',
    ),
  ),
  DATABASE_CONNECTIONS: v.optional(wholeNumber({ from: 1, to: 1_000 })),
  REDIS_URL: v.optional(redisAddress),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters at least'))),
  WALLET_ORIGIN: v.optional(checked(isOrigin, 'must be an origin such as "https://wallet.example"')),
  SMTP_URL: v.optional(
    checked(
      (url) => /^smtps?:\/\/[^\s]+$/.test(url) && URL.canParse(url),
      'must be an address such as "smtps://user:password@mail.example:465", with what is odd in a password as its percent code',
    ),
  ),
  MAIL_FROM: v.optional(
    matching(
      /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be a sender such as "Foyer <login@wallet.example>"',
    ),
  ),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  TRUSTED_PROXIES: v.optional(
    listOf(isNetwork, 'must be addresses or networks such as "10.42.7.3" or "10.42.7.0/24", with commas between'),
  ),
}
