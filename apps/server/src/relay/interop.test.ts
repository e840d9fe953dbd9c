import { SignClient } from '@walletconnect/sign-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../start.js'
import { officialOptions, ready, startRelay } from './test/interopPeers.js'
import { reason } from './test/interopRequests.js'

/** The last permissive official client, on both ends, over our relay. */
type Client = Awaited<ReturnType<typeof SignClient.init>>

const metadata = { name: 'Interop', description: 'A test', url: 'https://dapp.example', icons: [] }
const namespaces = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const account = 'eip155:1:0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const approved = { eip155: { ...namespaces.eip155, accounts: [account] } }

const once = <Event extends Parameters<Client['once']>[0]>(client: Client, event: Event): Promise<unknown> =>
  new Promise((resolve) => client.once(event, resolve))

let server: RunningServer
let dapp: Client
let wallet: Client
beforeAll(async () => {
  server = await startRelay()
  const init = async (name: string) => {
    const client = await SignClient.init({ ...officialOptions({ server, name }), metadata })
    await ready(client)
    return client
  }
  ;[dapp, wallet] = await Promise.all([init('dapp'), init('wallet')])
})
afterAll(async () => {
  await Promise.all([dapp, wallet].map((client) => client?.core.relayer.transportClose()))
  await server?.stop()
})

const propose = async () => {
  const { uri = '', approval } = await dapp.connect({ optionalNamespaces: namespaces })
  const proposed = new Promise<number>((resolve) => wallet.once('session_proposal', ({ id }) => resolve(id)))
  await wallet.pair({ uri })
  return { id: await proposed, approval }
}

describe('sign-client 2.21.8 with itself, over the relay', () => {
  test('[S7.37 S7.38] connects, requests, pings, emits, updates, and disconnects', async () => {
    const { id, approval } = await propose()
    await wallet.approve({ id, namespaces: approved })
    const session = await approval()
    expect(session.namespaces.eip155?.accounts).toEqual([account])
    const { topic } = session

    wallet.once('session_request', ({ id: requestId, params }) => {
      const result = `signed ${JSON.stringify(params.request.params)}`
      void wallet.respond({ topic, response: { id: requestId, jsonrpc: '2.0', result } })
    })
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', '0x9858'] }
    expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toBe('signed ["0x68656c6c6f","0x9858"]')

    const pinged = once(wallet, 'session_ping')
    await dapp.ping({ topic })
    await pinged

    const emitted = once(dapp, 'session_event')
    await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    expect(await emitted).toMatchObject({ params: { event: { name: 'chainChanged', data: 1 } } })

    const updated = once(dapp, 'session_update')
    const other = 'eip155:1:0x0000000000000000000000000000000000000001'
    await wallet.update({ topic, namespaces: { eip155: { ...approved.eip155, accounts: [account, other] } } })
    expect(await updated).toMatchObject({ params: { namespaces: { eip155: { accounts: [account, other] } } } })

    const deleted = once(wallet, 'session_delete')
    await dapp.disconnect({ topic, reason })
    expect(await deleted).toMatchObject({ topic })
    expect([dapp.session.length, wallet.session.length]).toEqual([0, 0])
  })

  test('[S7.37] a rejection reaches the page', async () => {
    const { id, approval } = await propose()
    const rejected = expect(approval()).rejects.toMatchObject({ code: 5000 })
    await wallet.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    await rejected
  })

  test('[S7.37] a request that is sent while the wallet is offline is delivered when it reconnects', async () => {
    const { id, approval } = await propose()
    await wallet.approve({ id, namespaces: approved })
    const { topic } = await approval()
    await wallet.core.relayer.transportClose()
    const requested = new Promise<number>((resolve) => wallet.once('session_request', (event) => resolve(event.id)))
    const request = { method: 'personal_sign', params: ['0x00', '0x9858'] }
    const answer = dapp.request({ topic, chainId: 'eip155:1', request })
    await once(dapp, 'session_request_sent')
    await wallet.core.relayer.transportOpen()
    await wallet.respond({ topic, response: { id: await requested, jsonrpc: '2.0', result: 'late' } })
    expect(await answer).toBe('late')
    await wallet.disconnect({ topic, reason })
  })
})
