import type { Output } from '@foyer/core/wire'
import { KeeperKeys } from '@foyer/custody/keeperCalls'
import * as v from 'valibot'
import { ServedNetwork } from '../settings.js'

/** An origin, without a path. */
const Origin = v.pipe(
  v.string('must be set'),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin, such as https://api.example',
  ),
)

const Port = v.pipe(
  v.optional(v.string(), '7106'),
  v.regex(/^\d{1,5}$/, 'must be a port'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port'),
)

/** JSON in a variable. */
const json = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string('must be set'), v.parseJson(undefined, 'must be JSON'), schema)

/** The environment of the wallet's page host. */
const Config = v.pipe(
  v.object({
    /** An address of this machine: 0.0.0.0 for all of them. */
    WALLET_HOST: v.optional(v.pipe(v.string(), v.minLength(1, 'must be an address')), '127.0.0.1'),
    WALLET_PORT: Port,
    /** The blockchain API, the login server and the keeper, as this host reaches them. */
    API_URL: Origin,
    LOGIN_URL: Origin,
    KEEPER_URL: Origin,
    /** The keeper's public keys: `{ "sealing": "…", "signing": "…" }`. */
    KEEPER_PUBLIC_KEYS: json(KeeperKeys),
    /** The header in which the proxy before this host says a visitor's rough place, as the keeper is told by the same name. */
    KEEPER_PLACE_HEADER: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z\d-]{0,63}$/, 'must be the name of a header')),
    ),
    /** The networks in the operator's own words, in place of the API's. */
    WALLET_NETWORKS: v.optional(
      json(v.pipe(v.array(v.omit(ServedNetwork, ['delegate'])), v.minLength(1, 'must name a network'))),
    ),
    /** The project in whose name the wallet's own page asks the API. */
    WALLET_PROJECT_ID: v.optional(v.pipe(v.string(), v.minLength(1, 'must be the id of a project'))),
  }),
  v.transform((env) => ({
    host: env.WALLET_HOST,
    port: env.WALLET_PORT,
    api: env.API_URL,
    login: env.LOGIN_URL,
    keeper: env.KEEPER_URL,
    projectId: env.WALLET_PROJECT_ID,
    placeHeader: env.KEEPER_PLACE_HEADER,
    networks: env.WALLET_NETWORKS,
    settings: { keeperKeys: env.KEEPER_PUBLIC_KEYS },
  })),
)
export type HostConfig = Output<typeof Config>

/** The environment isn't what the host needs: each variable that is wrong, and how. */
export class HostConfigError extends Error {
  override readonly name = 'HostConfigError'
}

/** Reads the environment. @throws HostConfigError that names every variable that is wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>): HostConfig {
  const { success, output, issues } = v.safeParse(Config, env)
  if (success) return output
  const faults = issues.map((issue) => {
    const isMissing = issue.type === 'object' && issue.input === undefined
    return `${v.getDotPath(issue) ?? ''} ${isMissing ? 'must be set' : issue.message}`
  })
  throw new HostConfigError(faults.join('\n'))
}
