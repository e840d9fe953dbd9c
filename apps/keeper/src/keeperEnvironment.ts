import { Folder, jsonOf, matching, wholeNumber } from '@foyer/service/config/fields'
import { ofEveryProgram } from '@foyer/service/config/ofEveryProgram'
import { KeeperSecret } from '@foyer/service/seal/keeperKeys'
import { NamedKeys } from '@foyer/service/seal/namedKeys'
import { CheckedSocials } from '@foyer/service/socials/socialsConfig'
import * as v from 'valibot'

const { HOST, PORT, DATABASE_URL, DATABASE_CONNECTIONS, REDIS_URL, TRUSTED_PROXIES, LOG_LEVEL } = ofEveryProgram
const { MAIL_FROM, METRICS_TOKEN, SMTP_URL, WALLET_ORIGIN } = ofEveryProgram

const clients = 'must be such as {"google": {"clientId": "…"}}'
const hours = wholeNumber({ from: 0, to: 720 })

/** Each variable of the keeper's process; its name precedes the messages. */
export const KeeperEnvironment = v.object({
  KEEPER_HOST: HOST,
  KEEPER_PORT: PORT,
  KEEPER_DATABASE_URL: DATABASE_URL,
  KEEPER_DATABASE_PASSWORD: v.optional(v.string()),
  KEEPER_DATABASE_CONNECTIONS: DATABASE_CONNECTIONS,
  KEEPER_DATA_DIR: v.optional(Folder, 'keeper-data'),
  KEEPER_KEYS: NamedKeys,
  KEEPER_SECRET: v.optional(jsonOf(KeeperSecret, 'must be JSON: the first line that foyer-keeper keys prints')),
  KEEPER_HOLD_HOURS: v.optional(hours, '24'),
  KEEPER_DELETION_HOURS: v.optional(hours),
  KEEPER_LOGIN_URL: v.optional(
    matching(/^https?:\/\/[^/?#]+$/, 'must be an origin such as http://login.internal:8787'),
  ),
  KEEPER_SMTP_URL: SMTP_URL,
  KEEPER_MAIL_FROM: MAIL_FROM,
  KEEPER_SOCIALS: v.optional(jsonOf(CheckedSocials, clients)),
  KEEPER_REDIS_URL: REDIS_URL,
  KEEPER_TRUSTED_PROXIES: TRUSTED_PROXIES,
  KEEPER_PLACE_HEADER: v.optional(matching(/^[A-Za-z][A-Za-z\d-]{0,63}$/, 'must be the name of a header')),
  KEEPER_METRICS_TOKEN: METRICS_TOKEN,
  KEEPER_LOG_LEVEL: LOG_LEVEL,
  WALLET_ORIGIN,
})
