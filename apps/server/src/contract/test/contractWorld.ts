import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { deployDelegation, deployNfts, devAccounts, localNftAbi, sendUnlocked } from '@foyer/stack'
import { type Address, concat, createTestClient, encodeFunctionData, http, toFunctionSelector } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { ServerConfig } from '../../config/config.js'
import { drawArtwork } from '../../directory/artwork/artwork.js'
import { namedKey } from '../../login/test/openLogin.js'
import { type RunningServer, startServer } from '../../start.js'
import { type OpenMarket, openMarket } from '../../swaps/test/openMarket.js'

/** The parts of a call beside those of its operation. */
export interface ContractCall {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  /** JSON, or the fields of a form */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The shared parts of the contract test's servers: a chain with a market and an NFT, and a host of pictures. */
export interface ContractGround {
  readonly market: OpenMarket
  readonly nft: Address
  /** where pictures are, without a slash at its end */
  readonly gateway: string
  stop(): Promise<void>
}

/** A server of the contract test, as a client sees it. */
export interface ContractWorld extends ContractGround {
  readonly url: string
  /** an account that has ether and tokens */
  readonly owner: PrivateKeyAccount
  /** CAIP-10 of it */
  readonly account: string
  /** another account each time */
  newAccount(): PrivateKeyAccount
}

/** For tests; nothing in the product imports this. */
export const adminToken = 'a-token-of-the-operator-0123456789'
export const metricsToken = 'a-token-of-prometheus-0123456789'
export const secret = 'a secret of thirty-two characters'
/** The origin of the project's page. */
export const origin = 'https://dapp.example'
export const common: Readonly<Record<string, string>> = { projectId: 'demo', st: 'appkit', sv: 'react-evm-1.7.6' }

/** The address of pictures by name: the path that a gateway of IPFS has below its own address. */
export const pictures = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

const picture = drawArtwork({ shape: 'tile', id: 'contract', text: 'C' })

/** In wei: no budget's end is tried here. */
const ether = '1000000000000000000'
const plenty = { account: ether, network: ether, day: ether, total: ether }

const transfer = toFunctionSelector('transfer(address,uint256)')

export async function openGround(): Promise<ContractGround> {
  const host = createServer((request, response) => {
    const isMetadata = request.url?.endsWith('/metadata') ?? false
    const body = isMetadata ? JSON.stringify({ name: 'One', image: `${pictures}/picture` }) : picture
    response.writeHead(200, { 'content-type': isMetadata ? 'application/json' : 'image/svg+xml' }).end(body)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const gateway = `http://127.0.0.1:${portOf(host.address())}`
  const market = await openMarket()
  const { nft } = await deployNfts({ url: market.chain.url })
  const [, { address: owner }] = devAccounts
  const args = [owner, 1n, `${pictures}/metadata`] as const
  const data = encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args })
  await sendUnlocked({ client: market.client, transaction: { from: owner, to: nft, data } })
  // What sessions are granted by: code that enforces them, at the account.
  const { delegate } = await deployDelegation({ url: market.chain.url })
  const node = createTestClient({ mode: 'anvil', transport: http(market.chain.url) })
  await node.setCode({ address: owner, bytecode: concat(['0xef0100', delegate]) })
  return {
    market,
    nft,
    gateway,
    async stop() {
      host.closeAllConnections()
      await new Promise((resolve) => host.close(resolve))
      await market.stop()
    },
  }
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : expect.fail('It listens on no port.')

export async function openWorld({
  ground,
  database,
  redisUrl,
}: {
  ground: ContractGround
  database: DatabaseLocation
  redisUrl?: string | undefined
}): Promise<ContractWorld> {
  const server = await startServer({ ...configOf(ground), database, redisUrl })
  const owner = privateKeyToAccount(devAccounts[1].privateKey)
  return {
    ...ground,
    url: server.url,
    owner,
    account: `${ground.market.chain.caipNetworkId}:${owner.address}`,
    newAccount: () => privateKeyToAccount(generatePrivateKey()),
    stop: () => stop(server),
  }
}

const stop = (server: RunningServer): Promise<void> => server.stop()

function configOf({ market, gateway }: ContractGround): Partial<ServerConfig> {
  const { chain, market: deployed, addressOf } = market
  const assets = [`${chain.caipNetworkId}/slip44:60`, `${chain.caipNetworkId}/erc20:${addressOf('DUSD')}`]
  const stable = { address: addressOf('DUSD'), decimals: 6 }
  const demo = {
    name: 'Demo',
    allowedOrigins: [origin],
    vouchedOrigins: [],
    analyticsEnabled: true,
    development: false,
  }
  const contracts = [{ to: stable.address.toLowerCase(), selectors: [transfer] }]
  const sponsored = {
    ...{ chainId: chain.caipNetworkId, mostGas: 1_000_000, mostFeePerGas: '1000000000000' },
    ...{ contracts, budget: plenty, sessions: { contracts, budget: plenty } },
  }
  return {
    port: 0,
    logLevel: 'silent',
    upstreamTimeoutMs: 60_000,
    adminToken,
    metricsToken,
    sessionKeys: [{ name: 'one', bytes: new Uint8Array(32).fill(7) }],
    chains: [
      {
        ...market.config(),
        uniswapV2: { factory: deployed.factory, weth: deployed.weth, stable },
        index: { everyMs: 50 },
      },
    ],
    projects: [
      { ...demo, id: 'demo', sponsorship: { networks: [sponsored] } },
      { ...demo, id: 'used-up', dailyRequests: 1 },
      {
        ...demo,
        id: 'nothing-on',
        featuresOff: ['swaps', 'onramp', 'pay', 'history', 'names', 'smartSessions', 'email', 'socials'],
      },
    ],
    // What pays for what sessions redeem.
    login: {
      ...{ origin: 'https://wallet.example', keeperKey: '', codeMinutes: 10, keys: [namedKey('one', 7)] },
      smtp: { url: 'smtp://127.0.0.1:1', from: 'login@wallet.example' },
    },
    sponsorKey: devAccounts[0].privateKey,
    rateLimit: { perSecond: 100_000, burst: 100_000 },
    // Tests are many clients, each with an address that it says.
    trustedProxies: ['127.0.0.1', '::1'],
    names: {
      zone: 'foyer.id',
      aliases: ['reown.id'],
      reserved: [],
      requireProject: false,
      windowSeconds: 300,
      perDay: 1_000,
      gatewayKey: generatePrivateKey(),
      ttlSeconds: 300,
    },
    onramp: {
      providers: [{ kind: 'desk', url: 'http://desk.example/', secret, feeBasisPoints: 150 }],
      assets,
      currencies: [{ id: 'USD', usd: '1' }],
    },
    pay: {
      exchanges: [
        { kind: 'webhook', id: 'local', name: 'Local', imageUrl: '', url: 'http://exchange.example/', secret, assets },
      ],
    },
    safeFetch: { allow: [gateway], http: true, ipfsGateway: gateway },
  }
}
