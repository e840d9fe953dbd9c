import { listen } from '@foyer/page'
import type { Hono } from 'hono'
import { type Address, createClient, decodeFunctionResult, encodeFunctionData, http, parseAbi } from 'viem'
import { call } from 'viem/actions'
import { devAccounts } from '../accounts.js'
import { bytecodeOf } from '../artefact.js'
import { deployCode } from '../deployCode.js'
import { createPages } from '../page/createPages.js'
import { sendUnlocked } from '../sendUnlocked.js'
import { type Completed, createChannels } from './channels.js'
import { addTelephone, type FarcasterAccount, telephonePath } from './telephone.js'

export interface StartFarcasterParameters {
  /** 0 picks a free port, and so it does unless said. */
  readonly port?: number
  /** Of the local chain that stands for OP Mainnet. */
  readonly rpcUrl: string
  readonly now?: () => number
  /** Changes what the relay says, as a wrong or lying one would; for tests. */
  readonly states?: (said: Completed) => Readonly<Record<string, unknown>>
}

export interface LocalFarcaster {
  /** Of its relay, and of what stands for a telephone. */
  readonly url: string
  /** The address of its registry on the chain. */
  readonly idRegistry: Address
  readonly accounts: readonly FarcasterAccount[]
  stop(): Promise<void>
}

const registryAbi = parseAbi([
  'function register(address to, address recovery) returns (uint256 fid)',
  'function idOf(address owner) view returns (uint256 fid)',
])

/** Their keys are the development accounts’ of these numbers. */
const people = [
  { account: devAccounts[2], userName: 'ada', name: 'Ada Lovelace' },
  { account: devAccounts[3], userName: 'bob', name: 'Bob Another' },
] as const

/**
 * Starts what stands for Farcaster on this machine: its relay, what a telephone shows, and its registry on a local chain, by FIP-11.
 * @throws {@link DeployError} · the system's error where the port is unavailable
 * @example
 * const { url, idRegistry, stop } = await startFarcaster({ rpcUrl: chain.url })
 */
export async function startFarcaster({
  port = 0,
  rpcUrl,
  now = Date.now,
  states = (said) => ({ ...said }),
}: StartFarcasterParameters): Promise<LocalFarcaster> {
  const { idRegistry, accounts } = await registerPeople(rpcUrl)
  const channels = createChannels({ now, states })
  const pages: Hono = createPages()
  const { url, stop } = await listen({ port, fetch: (request) => pages.fetch(request) })
  channels.add(pages, (channelToken) => `${url}${telephonePath}?${new URLSearchParams({ channelToken })}`)
  addTelephone(pages, { channels, accounts, now })
  return { url, idRegistry, accounts, stop }
}

async function registerPeople(rpcUrl: string) {
  const idRegistry = await deployCode({
    url: rpcUrl,
    step: 'deploy Farcaster’s registry',
    initCode: bytecodeOf('../contracts/LocalIdRegistry.json'),
  })
  const client = createClient({ transport: http(rpcUrl, { retryCount: 0 }) })
  const accounts: FarcasterAccount[] = []
  for (const { account, ...named } of people) {
    if (account === undefined) continue
    const { address } = account
    const register = encodeFunctionData({ abi: registryAbi, functionName: 'register', args: [address, address] })
    await sendUnlocked({ client, transaction: { from: address, to: idRegistry, data: register } })
    const asked = encodeFunctionData({ abi: registryAbi, functionName: 'idOf', args: [address] })
    const { data = '0x' } = await call(client, { to: idRegistry, data: asked })
    const fid = Number(decodeFunctionResult({ abi: registryAbi, functionName: 'idOf', data }))
    accounts.push({ ...account, fid, ...named })
  }
  return { idRegistry, accounts }
}
