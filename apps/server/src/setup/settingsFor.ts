import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { programs } from '@foyer/service/db/programs'
import { createKeeperSecret, KeeperSecret } from '@foyer/service/seal/keeperKeys'
import { NamedKeys } from '@foyer/service/seal/namedKeys'
import * as v from 'valibot'
import { vouchableOrigin } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import { addressOfStore, type Store } from './makeStores.js'
import { SetupError } from './SetupError.js'
import type { Values } from './settingsFile.js'

/** The variables of each service. */
export interface Settings {
  readonly nodes: Values
  readonly keeper: Values
  /** of the host of the wallet's page */
  readonly wallet: Values
}

/** An operator's settings of an installation; left out is what is said already. */
export interface Said {
  readonly walletOrigin?: string | undefined
  readonly publicUrl?: string | undefined
  readonly project?: string | undefined
  readonly dapps: readonly string[]
  /** the path of the file of networks */
  readonly networks?: string | undefined
  /** the address of an administrator of PostgreSQL; without one, data lives in the folder */
  readonly postgres?: string | undefined
  readonly smtp?: string | undefined
  readonly mailFrom?: string | undefined
  readonly keeperSmtp?: string | undefined
  readonly keeperMailFrom?: string | undefined
}

/** An address of this machine follows its service's port; one elsewhere is the operator's. */
const addressOf = (before: string | undefined, port: string): string =>
  before === undefined || /^http:\/\/127\.0\.0\.1(:\d+)?$/.test(before) ? `http://127.0.0.1:${port}` : before

/**
 * Decides on the variables of all services of one machine: what is there stays, what is missing is made, and what follows from others follows them.
 * @throws SetupError where what is said can't be had beside what is there
 */
export async function settingsFor({
  before,
  said,
  folder,
  now,
}: {
  readonly before: Settings
  readonly said: Said
  /** where data lives without a PostgreSQL */
  readonly folder: string
  readonly now: Date
}): Promise<{ readonly settings: Settings; readonly stores: readonly Store[] }> {
  const walletOrigin = originOfWallet(before, said)
  const publicUrl = said.publicUrl ?? before.nodes.PUBLIC_URL
  if (publicUrl === undefined)
    throw new SetupError('Say where the nodes are reached: --public-url https://foyer.example')
  if (new URL(publicUrl).origin === walletOrigin)
    throw new SetupError(
      'The wallet needs an origin of its own, at which nothing else is: --wallet and --public-url are the same.',
    )
  const month = now.toISOString().slice(0, 7)
  const newKey = () => `${month}:${randomBytes(32).toString('base64')}`
  const newToken = () => randomBytes(24).toString('hex')
  const keys = before.keeper.KEEPER_KEYS ?? newKey()
  const secret = await keeperSecret(before.keeper.KEEPER_SECRET, keys)
  const ofNodes = storeOf({
    of: before.nodes,
    prefix: '',
    name: 'foyer_nodes',
    said,
    path: resolve(folder, 'nodes-data'),
  })
  const ofKeeper = storeOf({
    ...{ of: before.keeper, prefix: 'KEEPER_', name: 'foyer_keeper', said, path: resolve(folder, 'keeper-data') },
  })
  const { hostname } = new URL(walletOrigin)
  const { PORT: port = String(programs.server.usualPort) } = before.nodes
  const { KEEPER_PORT: keeperPort = String(programs.keeper.usualPort) } = before.keeper
  const [atNodes, atKeeper] = [
    (known: string | undefined) => addressOf(known, port),
    (known: string | undefined) => addressOf(known, keeperPort),
  ]
  const project = projectOf(before.nodes.PROJECTS, said)
  const nodes = {
    TRUSTED_PROXIES: '127.0.0.1',
    SESSION_KEYS: newKey(),
    ADMIN_TOKEN: newToken(),
    METRICS_TOKEN: newToken(),
    LOGIN_KEYS: newKey(),
    MAIL_FROM: `Foyer <login@${hostname}>`,
    ...before.nodes,
    ...ofNodes.values,
    PORT: port,
    PUBLIC_URL: publicUrl,
    WALLET_ORIGIN: walletOrigin,
    LOGIN_KEEPER_KEY: secret.publicKeys.signing,
    PROJECTS: project.text,
    ...given({ SMTP_URL: said.smtp, MAIL_FROM: said.mailFrom, CHAINS: said.networks }),
  }
  const keeper = {
    KEEPER_TRUSTED_PROXIES: '127.0.0.1',
    KEEPER_METRICS_TOKEN: newToken(),
    KEEPER_MAIL_FROM: `Foyer <keeper@${hostname}>`,
    ...before.keeper,
    ...ofKeeper.values,
    KEEPER_PORT: keeperPort,
    KEEPER_LOGIN_URL: atNodes(before.keeper.KEEPER_LOGIN_URL),
    WALLET_ORIGIN: walletOrigin,
    KEEPER_KEYS: keys,
    KEEPER_SECRET: JSON.stringify(secret),
    ...given({ KEEPER_SMTP_URL: said.keeperSmtp, KEEPER_MAIL_FROM: said.keeperMailFrom }),
  }
  const wallet = {
    WALLET_PORT: '7106',
    WALLET_PROJECT_ID: project.id,
    ...before.wallet,
    API_URL: atNodes(before.wallet.API_URL),
    LOGIN_URL: atNodes(before.wallet.LOGIN_URL),
    KEEPER_URL: atKeeper(before.wallet.KEEPER_URL),
    KEEPER_PUBLIC_KEYS: JSON.stringify(secret.publicKeys),
  }
  return { settings: { nodes, keeper, wallet }, stores: [...ofNodes.stores, ...ofKeeper.stores] }
}

const given = (values: Readonly<Record<string, string | undefined>>): Values =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))

function originOfWallet({ nodes }: Settings, { walletOrigin }: Said): string {
  const before = nodes.WALLET_ORIGIN
  if (before !== undefined && walletOrigin !== undefined && before !== walletOrigin)
    throw new SetupError(
      `The wallet's origin is ${before}. Under another one every visitor comes as with a new device: change WALLET_ORIGIN in both files yourself if you want that.`,
    )
  const origin = walletOrigin ?? before
  if (origin === undefined) throw new SetupError('Say at which origin the wallet is: --wallet https://wallet.example')
  return origin
}

async function keeperSecret(before: string | undefined, keys: string): Promise<KeeperSecret> {
  const ring = v.safeParse(NamedKeys, keys)
  if (!ring.success) throw new SetupError(`KEEPER_KEYS ${ring.issues[0].message}.`)
  if (before === undefined) return createKeeperSecret(ring.output)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeeperSecret), before)
  if (!parsed.success) throw new SetupError('KEEPER_SECRET is not as the keeper wrote it. Take it from its copy.')
  return parsed.output
}

interface StoreOf {
  readonly of: Values
  readonly prefix: '' | 'KEEPER_'
  readonly name: string
  readonly said: Said
  readonly path: string
}

/** Returns the place of a service's data: where it lived before, else PostgreSQL, else a folder. */
function storeOf({ of, prefix, name, said: { postgres }, path }: StoreOf): {
  readonly values: Values
  readonly stores: readonly Store[]
} {
  const [url, directory] = [`${prefix}DATABASE_URL`, `${prefix}DATA_DIR`] as const
  const [before, inFolder] = [of[url], of[directory]]
  if (inFolder !== undefined && postgres !== undefined)
    throw new SetupError(
      `The data lives in ${inFolder}. Move it by backup and restore, then put ${url} in the place of ${directory}.`,
    )
  if (postgres === undefined)
    return { values: before === undefined ? { [directory]: inFolder ?? path } : {}, stores: [] }
  const known = before !== undefined && URL.canParse(before) ? new URL(before) : undefined
  if (known !== undefined && known.username !== name)
    throw new SetupError(`${url} names a database of another making: leave --postgres out.`)
  const password = known?.password ?? randomBytes(24).toString('hex')
  const store = { name, password, isKnown: known !== undefined }
  return { values: { [url]: before ?? addressOfStore(store, postgres) }, stores: [store] }
}

/** As an operator wrote them; what else is in one stays. */
const Projects = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.looseObject({
      id: ProjectId,
      allowedOrigins: v.optional(v.array(v.string())),
      vouchedOrigins: v.optional(v.array(v.string())),
    }),
  ),
)

/**
 * The project of the dapps, beside those that are there. An operator who names a page for the first time answers for its script; one that was named before
 * stays as the operator left it.
 */
function projectOf(
  before: string | undefined,
  { project, dapps }: Said,
): { readonly id: string; readonly text: string } {
  const parsed = v.safeParse(Projects, before ?? '[]')
  if (!parsed.success) throw new SetupError('PROJECTS is no JSON list of projects.')
  const id = project ?? parsed.output[0]?.id ?? 'my-dapp'
  const found = parsed.output.find((each) => each.id === id)
  if (found === undefined) {
    const made = { id, name: id, allowedOrigins: [...new Set(dapps)], vouchedOrigins: vouchable(dapps) }
    return { id, text: JSON.stringify([...parsed.output, made]) }
  }
  const { allowedOrigins: known = [], vouchedOrigins: vouched = [] } = found
  const named = dapps.filter((dapp) => !known.includes(dapp))
  if (before !== undefined && named.length === 0) return { id, text: before }
  const more = {
    allowedOrigins: [...new Set([...known, ...named])],
    vouchedOrigins: [...new Set([...vouched, ...vouchable(named)])],
  }
  return { id, text: JSON.stringify(parsed.output.map((each) => (each.id === id ? { ...each, ...more } : each))) }
}

/** Those of some origins and patterns that are pages for which an operator can answer. */
const vouchable = (dapps: readonly string[]): readonly string[] => [
  ...new Set(dapps.flatMap((dapp) => vouchableOrigin(dapp) ?? [])),
]
