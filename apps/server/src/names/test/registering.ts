import { coinTypeOf } from '@foyer/core/chain'
import type { Database } from '@foyer/service/db/database'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { ChainConfig } from '../../chains/chain.js'
import type { ServerConfig } from '../../config/config.js'
import { openApi, type TestApi } from '../../test/openApi.js'
import type { NamesConfig } from '../namesConfig.js'

// For tests of names; nothing in the product imports this.

/** The query that every call carries. */
const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'

/** Of the network that names are registered from. */
export const coinType: number = coinTypeOf(31337)

export const namesConfig: NamesConfig = {
  zone: 'foyer.id',
  aliases: ['reown.id', 'wcn.id'],
  reserved: [],
  requireProject: false,
  windowSeconds: 300,
  perDay: 3,
  gatewayKey: undefined,
  ttlSeconds: 300,
}

/** The network of names, with an unreachable node: a key's signature needs none. */
export const chainOfNames = (upstream = 'http://127.0.0.1:9'): ChainConfig => ({
  id: 'eip155:31337',
  name: 'Foyer Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  iconUrl: '',
  upstreams: [upstream],
  tokens: [],
})

export interface OpenNamesParameters {
  database: Database
  names?: Partial<NamesConfig> | undefined
  upstream?: string | undefined
  config?: Partial<ServerConfig> | undefined
}

/** A server that gives names, behind a proxy that sends each client's address. */
export function openNames({ database, names, upstream, config }: OpenNamesParameters): Promise<TestApi> {
  return openApi({
    database,
    chains: [chainOfNames(upstream)],
    config: {
      names: { ...namesConfig, ...names },
      publicUrl: 'https://foyer.example',
      trustedProxies: ['203.0.113.77'],
      ...config,
    },
  })
}

export const newAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

/** The parts of a registration; each can be another. */
export interface Registering {
  api: TestApi
  name: string
  account?: PrivateKeyAccount | undefined
  /** of the message, besides those that it has */
  fields?: Record<string, unknown> | undefined
  message?: string | undefined
  signer?: PrivateKeyAccount | undefined
  body?: Record<string, unknown> | undefined
  /** the client's address; each time another if left out */
  from?: string | undefined
  headers?: Record<string, string> | undefined
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Signs and sends a registration. */
export async function register({
  api,
  name,
  account = newAccount(),
  fields,
  message = JSON.stringify({ name, attributes: {}, timestamp: api.time / 1000, ...fields }),
  signer = account,
  body,
  from = addressOf(account),
  headers,
}: Registering): Promise<Answered> {
  const signature = await signer.signMessage({ message })
  const answer = await api.post(
    '/v1/profile/account',
    { coin_type: coinType, address: account.address, message, signature, ...body },
    { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
  )
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A client of an account's own: an IPv6 network of its own. */
const addressOf = ({ address }: PrivateKeyAccount) => `2001:db8:${address.slice(2, 6)}:${address.slice(6, 10)}::1`

export const registered = { status: 200, body: { success: true } } as const

/** A refusal, by its first reason. */
export const refused = (
  status: number,
  description: string,
): { status: number; body: { status: string; reasons: { description: string }[] } } => ({
  status,
  body: { status: 'FAILED', reasons: [{ description }] },
})

export async function get(api: TestApi, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await api.get(`${path}${path.includes('?') ? '&' : '?'}${common}`)
  return { status: answer.status, body: await answer.json() }
}
