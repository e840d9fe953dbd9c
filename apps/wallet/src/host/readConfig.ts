import { isIP } from 'node:net'
import type { Output } from '@foyer/core/wire'
import { KeeperKeys } from '@foyer/custody/keeperCalls'
import * as v from 'valibot'
import { ServedNetwork } from '../settings.js'

/** Whether a text is something to listen on: an address or a name, without a port. */
const isHost = (text: string): boolean => isIP(text) !== 0 || (/^[^\s/:]+$/.test(text) && /\D/.test(text))

/** An origin, without a path. */
const Origin = v.pipe(
  v.string('must be set'),
  v.check(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'must be an origin, such as https://api.example, without a path or a slash at its end',
  ),
)

const Port = v.pipe(
  v.optional(v.string(), '7106'),
  v.regex(/^\d{1,5}$/, 'must be a port'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port'),
)

/** JSON in a variable. All that may be wrong with it is one sentence. */
const json = <Read>(schema: v.GenericSchema<unknown, Read>, sentence: string): v.GenericSchema<string, Read> =>
  v.pipe(
    v.string('must be set'),
    v.rawTransform(({ dataset, addIssue, NEVER }): Read => {
      const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), dataset.value)
      if (success) return output
      addIssue({ message: sentence })
      return NEVER
    }),
  )

const keys = 'must be JSON: the second line that foyer-keeper keys prints (foyer-keeper public-keys prints it again)'
const networks =
  'must be JSON, a list of networks with "chainId", "name", "currency" and "tokens" each, as the README shows it'

/** The environment of the wallet's page host. */
const Config = v.pipe(
  v.object({
    /** An address of this machine: 0.0.0.0 for all of them. */
    WALLET_HOST: v.optional(
      v.pipe(v.string(), v.check(isHost, 'must be an address or a host name to listen on, without a port')),
      '127.0.0.1',
    ),
    WALLET_PORT: Port,
    /** The blockchain API, the login server and the keeper, as this host reaches them. */
    API_URL: Origin,
    LOGIN_URL: Origin,
    KEEPER_URL: Origin,
    /** The keeper's public keys: `{ "sealing": "…", "signing": "…" }`. */
    KEEPER_PUBLIC_KEYS: json(KeeperKeys, keys),
    /** The header in which the proxy before this host says a visitor's rough place, as the keeper is told by the same name. */
    KEEPER_PLACE_HEADER: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z\d-]{0,63}$/, 'must be the name of a header')),
    ),
    /** The networks in the operator's own words, in place of the API's. */
    WALLET_NETWORKS: v.optional(json(v.pipe(v.array(v.omit(ServedNetwork, ['delegate'])), v.minLength(1)), networks)),
    /** The project in whose name the wallet's own page asks the API. */
    WALLET_PROJECT_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'must be the id of a project'))),
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
  const { said, faults } = saidIn(env)
  const { success, output, issues } = v.safeParse(Config, said)
  if (success && faults.length === 0) return output
  const others = (issues ?? []).map((issue) => {
    const isMissing = issue.type === 'object' && issue.input === undefined
    return `${v.getDotPath(issue) ?? ''} ${isMissing ? 'must be set' : issue.message}.`
  })
  throw new HostConfigError(
    `The wallet's host can't start:\n${[...faults, ...others].map((each) => `- ${each}`).join('\n')}`,
  )
}

const names = [
  ...['WALLET_HOST', 'WALLET_PORT', 'API_URL', 'LOGIN_URL', 'KEEPER_URL', 'KEEPER_PUBLIC_KEYS'],
  ...['KEEPER_PLACE_HEADER', 'WALLET_NETWORKS', 'WALLET_PROJECT_ID'],
] as const

/** What is set, an empty variable being none; blanks and quotation marks around a value, as a file of variables may keep them, are a fault of their own. */
function saidIn(env: Readonly<Record<string, string | undefined>>) {
  const faults: string[] = []
  const said = names.flatMap((name): readonly (readonly [string, string])[] => {
    const value = env[name] ?? ''
    const bare = value.trim()
    const [, , inner] = /^(["'])(.*)\1$/s.exec(bare) ?? []
    if (inner !== undefined)
      faults.push(`${name} has quotation marks around it, which are part of it here: take them away.`)
    else if (bare !== value && !/^[[{]/.test(bare))
      faults.push(`${name} has blanks at its beginning or its end: take them away.`)
    return value === '' ? [] : [[name, inner?.trim() ?? bare]]
  })
  return { said: Object.fromEntries(said), faults }
}
