import { describe, expect, test } from 'vitest'
import { authenticationTexts } from '../protocol/signin/authenticationTexts.js'
import { type AuthPayload, authMessage, type Cacao } from '../protocol/signin/message.js'
import { formatRecap, recapFor, recapIn } from '../protocol/signin/recap.js'
import type { WalletAuthentication } from './client.js'
import { UnknownProposalError } from './errors.js'
import { account, asked, createTestWorld, granted, type TestWorld } from './test/world.js'

const recap = formatRecap(recapFor({ family: 'eip155', methods: ['personal_sign', 'eth_sign'] }))
const authPayload: AuthPayload = {
  type: 'caip122',
  chains: ['eip155:1', 'eip155:10'],
  domain: 'dapp.example',
  aud: 'https://dapp.example/login',
  version: '1',
  nonce: 'a1b2c3d4',
  iat: '2026-01-01T00:00:00Z',
  statement: 'Hello.',
  resources: ['https://dapp.example/terms', recap],
}
const accounts = [account, account.replace(':1:', ':10:'), 'eip155:5:0x9858EfFD232B4033E47d90003D41EC34EcaEda94']

/** Signs as the wallet's visitor; whether a signature holds is the application's to see. */
const sign = ({ payload }: Pick<WalletAuthentication, 'payload'>): Cacao[] =>
  authenticationTexts({ payload, accounts, methods: ['personal_sign', 'eth_sendTransaction'] }).map((each) => ({
    h: { t: 'caip122' },
    p: each.payload,
    s: { t: 'eip191', s: '0xsigned' },
  }))

const offered = async (options: Parameters<TestWorld['pair']>[0] = {}) => {
  const world = await createTestWorld()
  const offer = await world.pair({ optional: asked, authPayload, ...options })
  return { ...world, offer, authentication: world.last('authenticate')?.authentication }
}

describe('the texts', () => {
  const texts = authenticationTexts({ payload: authPayload, accounts, methods: ['personal_sign'] })

  test('[S7.38] are one a chain that is asked for and has an account', () => {
    expect(texts.map((each) => each.account)).toEqual(accounts.slice(0, 2))
    expect(texts.map(({ payload }) => payload.iss)).toEqual(accounts.slice(0, 2).map((each) => `did:pkh:${each}`))
    for (const { text, payload } of texts) expect(text).toBe(authMessage({ payload, issuer: payload.iss }))
  })

  test('[W11] grant what the wallet has of what is asked for, in words and in the ReCap alike', () => {
    const [first] = texts
    expect(recapIn(first?.payload.resources)).toEqual(
      recapFor({ family: 'eip155', methods: ['personal_sign'], chains: ['eip155:1', 'eip155:10'] }),
    )
    expect(first?.text).toContain(
      "perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'.",
    )
    expect(first?.text).not.toContain('eth_sign')
    const [without] = authenticationTexts({ payload: authPayload, accounts, methods: [] })
    expect(without?.payload.resources).toEqual(['https://dapp.example/terms'])
  })
})

describe('signing in while connecting', () => {
  test('[S7.37 S7.38] is asked, answered to the one who asked, and makes a session of what was granted', async () => {
    const { authentication, clock, dapp, offer, tagged, told, wallet } = await offered()
    expect(authentication).toMatchObject({ id: offer.id, payload: authPayload, requester: { name: 'Dapp' } })
    expect(wallet.authentications()).toEqual([authentication])
    const cacaos = authentication ? sign(authentication) : []
    const session = await clock.until(wallet.approveAuthentication({ id: offer.id, cacaos }))
    await clock.settle()
    expect(tagged(1117).map(({ topic }) => topic)).toEqual([offer.responseTopic])
    const [answer] = dapp.heard.filter(({ topic }) => topic === offer.responseTopic)
    expect(answer?.payload).toMatchObject({
      id: offer.id,
      result: { cacaos, responder: { metadata: { name: 'Wallet' } } },
    })
    expect(session).toMatchObject({
      acknowledged: true,
      namespaces: {
        eip155: {
          accounts: accounts.slice(0, 2),
          methods: ['personal_sign'],
          events: ['chainChanged', 'accountsChanged'],
        },
      },
    })
    expect(told('proposed')).toEqual([])
    expect(wallet.authentications()).toEqual([])

    const key = JSON.stringify(answer?.payload).match(/"responder":\{"publicKey":"([0-9a-f]+)"/)?.[1] ?? ''
    const topic = await clock.until(dapp.join(offer, key))
    expect(topic).toBe(session?.topic)
    const ping = await clock.until(dapp.ask({ topic, method: 'wc_sessionPing', params: {} }))
    await clock.settle()
    expect(dapp.answerTo(ping)).toMatchObject({ result: true })
  })

  test('[S7.38] without methods nothing but the sign-in comes of it', async () => {
    const { authentication, clock, dapp, offer, wallet } = await offered({
      authPayload: { ...authPayload, resources: [] },
    })
    const cacaos = authentication ? sign(authentication) : []
    expect(await clock.until(wallet.approveAuthentication({ id: offer.id, cacaos }))).toBeUndefined()
    await clock.settle()
    expect(dapp.answerTo(offer.id)).toMatchObject({ result: { cacaos } })
    expect(wallet.sessions()).toEqual([])
  })

  test('[S7.38] the visitor’s no reaches who asked, under its own tag', async () => {
    const { clock, dapp, offer, tagged, wallet, last } = await offered()
    await clock.until(wallet.rejectAuthentication({ id: offer.id }))
    await clock.settle()
    expect(tagged(1118).map(({ topic }) => topic)).toEqual([offer.responseTopic])
    expect(dapp.answerTo(offer.id)).toMatchObject({ error: { code: 5000 } })
    expect(last('proposalEnded')).toEqual({ type: 'proposalEnded', id: offer.id, why: 'answered' })
  })

  test('what isn’t of Ethereum is refused without asking anybody', async () => {
    const { dapp, offer, tagged, told } = await offered({ authPayload: { ...authPayload, chains: ['solana:1'] } })
    expect(tagged(1119).map(({ topic }) => topic)).toEqual([offer.responseTopic])
    expect(dapp.answerTo(offer.id)).toMatchObject({ error: { code: 5100 } })
    expect(told('authenticate')).toEqual([])
  })

  test.each([
    ['another nonce', { nonce: 'other' }, 'nonce'],
    ['another domain', { domain: 'evil.example' }, 'domain'],
    ['another page', { aud: 'https://evil.example' }, 'aud'],
    ['a chain that wasn’t asked for', { iss: 'did:pkh:eip155:5:0x9858' }, 'iss'],
    ['another statement', { statement: 'Goodbye.' }, 'statement'],
  ])('[W11] what was signed with %s isn’t sent', async (_name, changes, field) => {
    const { authentication, offer, outcome, tagged, wallet } = await offered()
    const cacaos = authentication ? sign(authentication).map((each) => ({ ...each, p: { ...each.p, ...changes } })) : []
    expect(await outcome(wallet.approveAuthentication({ id: offer.id, cacaos }))).toMatchObject({
      code: 'invalid_authentication',
      field,
    })
    expect(await outcome(wallet.approveAuthentication({ id: offer.id, cacaos: [] }))).toMatchObject({ field: 'cacaos' })
    expect(tagged(1117)).toEqual([])
  })

  test('[S7.38] a wallet that doesn’t sign in says so, and takes the proposal', async () => {
    const world = await createTestWorld({ authenticates: false })
    const offer = await world.pair({ optional: asked, authPayload })
    expect(world.dapp.answerTo(offer.id)).toMatchObject({ error: { code: 10_001 } })
    expect(world.told('proposed')).toHaveLength(1)
    expect(world.told('authenticate')).toEqual([])
  })

  test('what the relay couldn’t be told may be answered again', async () => {
    const { authentication, clock, offer, outcome, relay, wallet } = await offered()
    const cacaos = authentication ? sign(authentication) : []
    relay.state = 'down'
    relay.dropAll()
    const failed = await outcome(wallet.approveAuthentication({ id: offer.id, cacaos }))
    expect(failed).toMatchObject({ code: 'relay_unreachable' })
    expect([wallet.sessions().length, wallet.authentications().length]).toEqual([0, 1])
    relay.state = 'up'
    await clock.until(wallet.approveAuthentication({ id: offer.id, cacaos }))
    expect([wallet.sessions().length, wallet.authentications().length]).toEqual([1, 0])
  })

  test('[F18] it is over in its time', async () => {
    const { clock, last, offer, outcome, wallet } = await offered()
    await clock.advance(3_600_000)
    expect(last('proposalEnded')).toEqual({ type: 'proposalEnded', id: offer.id, why: 'expired' })
    expect(await outcome(wallet.approveAuthentication({ id: offer.id, cacaos: [] }))).toBeInstanceOf(
      UnknownProposalError,
    )
  })
})

describe('[S7.37] a sign-in that the proposal itself requests', () => {
  const { resources: _, ...plain } = authPayload
  const requests = { authentication: [plain, { ...plain, nonce: 'another1', chains: ['eip155:1', 'solana:1'] }] }
  const proposed = async (more: Readonly<Record<string, unknown>> = { requests }, authenticates = true) => {
    const world = await createTestWorld({ authenticates })
    const offer = await world.pair({ optional: asked, more })
    return { ...world, offer, id: offer.id, proposal: world.last('proposed')?.proposal }
  }
  const mainnetOnly = { eip155: { ...granted.eip155, methods: [], events: [], chains: [], accounts: [account] } }
  const signed = (changes: Partial<AuthPayload> = {}, on: readonly string[] = [account]): Cacao[] =>
    authenticationTexts({ payload: { ...plain, ...changes }, accounts: on, methods: [] }).map((each) => ({
      h: { t: 'caip122' },
      p: each.payload,
      s: { t: 'eip191', s: '0xsigned' },
    }))

  test('is shown with it, also after a reload, and what was signed goes with the settlement', async () => {
    const { clock, dapp, id, offer, proposal, reload } = await proposed()
    expect(proposal?.authentication).toEqual(requests.authentication)
    const wallet = reload()
    expect(wallet.proposals()).toEqual([proposal])
    const cacaos = [...signed(), ...signed({ nonce: 'another1' })]
    await clock.until(wallet.approve({ id, namespaces: granted, cacaos }))
    const answer = dapp.answerTo(offer.id)
    const key = JSON.stringify(answer).match(/"responderPublicKey":"([0-9a-f]+)"/)?.[1] ?? ''
    await clock.until(dapp.join(offer, key))
    await clock.settle()
    expect(dapp.askedFor('wc_sessionSettle')?.params).toMatchObject({
      proposalRequestsResponses: { authentication: cacaos },
    })
  })

  test('is left out where the visitor only connects', async () => {
    const { clock, dapp, id, offer, wallet } = await proposed()
    await clock.until(wallet.approve({ id, namespaces: granted }))
    const key = JSON.stringify(dapp.answerTo(offer.id)).match(/"responderPublicKey":"([0-9a-f]+)"/)?.[1] ?? ''
    await clock.until(dapp.join(offer, key))
    await clock.settle()
    expect(dapp.askedFor('wc_sessionSettle')?.params).not.toHaveProperty('proposalRequestsResponses')
  })

  test.each([
    ['of another text', { requests }, signed({ nonce: 'a1b2c3d5' }), 'nonce'],
    ['on a chain that isn’t asked for', { requests }, signed({ chains: ['eip155:5'] }, accounts), 'iss'],
    ['by an account that isn’t granted', { requests }, signed({}, [account.replace(/4$/, '5')]), 'iss'],
    ['on a chain that isn’t granted', { requests }, signed({}, accounts), 'iss'],
    ['where none was requested', {}, signed(), 'cacaos'],
  ])('[W11] a signature %s isn’t sent', async (_name, more, cacaos, field) => {
    const { clock, id, outcome, wallet, tagged } = await proposed(more)
    const approving = wallet.approve({ id, namespaces: mainnetOnly, cacaos })
    expect(await outcome(approving)).toMatchObject({ code: 'invalid_authentication', field })
    expect([wallet.sessions(), tagged(1102)]).toEqual([[], []])
    expect(await clock.until(wallet.approve({ id, namespaces: mainnetOnly }))).toBeDefined()
  })

  test.each([
    ['nothing of it', null],
    ['no list', { authentication: null }],
    ['none', { authentication: [] }],
    ['something else', { walletPay: { version: '1' } }],
  ])('a proposal that requests %s is one without', async (_name, more) => {
    const { proposal } = await proposed({ requests: more })
    expect(proposal).toBeDefined()
    expect(proposal?.authentication).toBeUndefined()
  })

  test('one that can’t be read is left out, and what it is requested with stands', async () => {
    const odd = { ...plain, chains: [] }
    const { proposal: without } = await proposed({ requests: { authentication: [odd] } })
    expect(without).toBeDefined()
    expect(without?.authentication).toBeUndefined()
    const { proposal } = await proposed({
      requests: { authentication: [odd, { ...plain, exp: null, resources: null }] },
    })
    expect(proposal?.authentication).toHaveLength(1)
  })

  test('a wallet that doesn’t sign in shows the proposal alone', async () => {
    const { proposal } = await proposed({ requests }, false)
    expect(proposal).toBeDefined()
    expect(proposal?.authentication).toBeUndefined()
  })
})

describe('[W11] of a sign-in and the proposal beside it one session comes', () => {
  const both = async () => {
    const world = await offered({ announced: false })
    const proposal = world.last('proposed')?.proposal.id ?? ''
    const cacaos = world.authentication ? sign(world.authentication) : []
    return { ...world, proposal, cacaos, id: world.offer.id }
  }

  test('where the code announced the sign-in, only that is shown, and the proposal counts for nothing', async () => {
    const { clock, dapp, offer, told, wallet, authentication } = await offered()
    const cacaos = authentication ? sign(authentication) : []
    await clock.until(wallet.approveAuthentication({ id: offer.id, cacaos }))
    await clock.until(dapp.proposeAgain(offer, { optional: asked }))
    await clock.settle()
    expect(told('proposed')).toEqual([])
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('the sign-in was answered', async () => {
    const { cacaos, clock, id, outcome, proposal, wallet } = await both()
    await clock.until(wallet.approveAuthentication({ id, cacaos }))
    expect(wallet.proposals()).toEqual([])
    expect(await outcome(wallet.approve({ id: proposal, namespaces: granted }))).toBeInstanceOf(UnknownProposalError)
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('the proposal was answered', async () => {
    const { cacaos, clock, dapp, id, offer, outcome, proposal, told, wallet } = await both()
    await clock.until(wallet.approve({ id: proposal, namespaces: granted }))
    expect(wallet.authentications()).toEqual([])
    expect(await outcome(wallet.approveAuthentication({ id, cacaos }))).toBeInstanceOf(UnknownProposalError)
    await clock.until(dapp.proposeAgain(offer, { optional: asked }))
    const { publicKey, topic } = offer
    const requester = { publicKey, metadata: { name: 'Dapp' } }
    await clock.until(dapp.ask({ topic, method: 'wc_sessionAuthenticate', params: { requester, authPayload } }))
    await clock.settle()
    expect([told('proposed').length, told('authenticate').length]).toEqual([1, 1])
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('both were answered at once', async () => {
    const { cacaos, clock, id, proposal, wallet } = await both()
    const answers = Promise.allSettled([
      wallet.approveAuthentication({ id, cacaos }),
      wallet.approve({ id: proposal, namespaces: granted }),
    ])
    expect((await clock.until(answers)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(wallet.sessions()).toHaveLength(1)
  })
})
