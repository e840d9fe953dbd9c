import { createFoyer, type Foyer } from '@foyer/core'
import { answer } from '@foyer/core/attempt'
import { base, mainnet, solana as solanaMainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { afterEach, describe, expect, test } from 'vitest'
import { embedded } from './embedded.js'
import { secureOrigin, withPages } from './test/withPages.js'

const { made } = withPages()
const kits: Foyer[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.stop()
})

/** A dapp with two networks of EVM’s, and the page that its visitors log in at. */
function opened() {
  const { clock, wallet } = made({ accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  wallet.knowsDevice = true
  const said: unknown[] = []
  const foyer = createFoyer({
    projectId: 'kit',
    networks: [mainnet, base],
    adapters: [evm()],
    connectors: [embedded()],
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
    ...{ clock, secureOrigin },
  })
  kits.push(foyer)
  foyer.onError((error) => said.push(error))
  foyer.start()
  const names = () => wallet.page.asked.map(({ name }) => name)
  const logIn = async () => {
    const done = foyer.connect({ connectorId: 'embedded', login: { method: 'email', email: 'ada@example.com' } })
    let isOver = false
    const end = () => {
      isOver = true
    }
    done.then(end, end)
    const attempt = () => foyer.store.getState().connection.attempts.connect
    await expect.poll(() => isOver || attempt()?.step.type === 'codeSent').toBe(true)
    if (attempt()?.step.type === 'codeSent') answer(foyer, { attemptId: attempt()?.id ?? 0, code: wallet.code })
    return done
  }
  return { foyer, wallet, said, names, logIn }
}

describe('a network that the wallet’s page lacks is said before the login', () => {
  test('where it has none of the dapp’s, nobody is sent a mail', async () => {
    const { wallet, names, logIn } = opened()
    wallet.page.networks = ['eip155:10', solanaMainnet.caipNetworkId]
    await expect(logIn()).rejects.toMatchObject({ code: 'chain_not_supported', facts: { networkId: 'eip155:1' } })
    expect(names()).not.toContain('CONNECT_EMAIL')
  })

  test('where it has another of them, that one is used, and no other is asked of the page', async () => {
    const { foyer, wallet, said, logIn } = opened()
    wallet.page.networks = ['eip155:8453']
    await logIn()
    expect(foyer.account('eip155')).toMatchObject({ status: 'connected' })
    expect(said).toMatchObject([{ code: 'chain_not_supported', facts: { networkId: 'eip155:1' } }])
    expect(wallet.page.asked.flatMap(({ name, payload }) => (name === 'GET_USER' ? payload : []))).toEqual([
      { chainId: 8453 },
    ])
    await expect(foyer.switchNetwork(mainnet.caipNetworkId)).rejects.toMatchObject({
      code: 'chain_not_supported',
    })
  })

  test('a page that says nothing of its networks has the usual ones, and one that has both is used as it is', async () => {
    for (const networks of [undefined, ['eip155:1', 'eip155:8453']]) {
      const { foyer, wallet, said, logIn } = opened()
      wallet.page.networks = networks
      await logIn()
      expect([foyer.account('eip155').status, said]).toEqual(['connected', []])
      foyer.stop()
    }
  })
})

describe('what the page refuses by a number', () => {
  const failure = async (request: Promise<unknown> | undefined) => {
    const done: unknown = await request?.catch((error: unknown) => error)
    return Object(done)
  }

  test.each([4100, 4901, 4902, -32_602, -32_603, -32_005, 3])('reaches a dapp as %i', async (code) => {
    const { foyer, wallet, logIn } = opened()
    await logIn()
    wallet.instead.set('RPC_REQUEST', () => {
      throw Object.assign(new Error('The wallet doesn’t.'), { code })
    })
    const request = foyer.provider('eip155')?.request({ method: 'personal_sign', params: ['0x00', '0x00'] })
    expect(await failure(request)).toMatchObject({ code, message: 'The wallet doesn’t.' })
  })

  test('is an internal error where the page names none', async () => {
    const { foyer, wallet, logIn } = opened()
    await logIn()
    for (const more of [{}, { code: '4100' }, { code: null }]) {
      wallet.instead.set('RPC_REQUEST', () => {
        throw Object.assign(new Error('no'), more)
      })
      const request = foyer.provider('eip155')?.request({ method: 'personal_sign', params: ['0x00', '0x00'] })
      expect(await failure(request)).toMatchObject({ code: -32_603 })
    }
  })

  test('parameters that no page is asked for are -32602', async () => {
    const { foyer, names, logIn } = opened()
    await logIn()
    const request = foyer.provider('eip155')?.request({ method: 'personal_sign', params: { text: 'no list' } })
    expect(await failure(request)).toMatchObject({ code: -32_602 })
    expect(names()).not.toContain('RPC_REQUEST')
  })
})
