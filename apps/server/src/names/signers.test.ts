import type { Database } from '@foyer/service/db/database'
import { deployAccountFactory, localAccountFactoryAbi, type StartedChain, startChain } from '@foyer/stack'
import { type Address, type Client, createClient, encodeFunctionData, type Hex, hashMessage, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { names as namesTable } from '../db/schema/index.js'
import { openTestDatabase, type TestApi } from '../test/openApi.js'
import { coinType, newAccount, openNames, refused, register, registered } from './test/registering.js'
import { write } from './test/write.js'

let anvil: StartedChain
let client: Client
let factory: Address
beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
  client = createClient({ transport: http(anvil.url) })
  factory = await deployAccountFactory({ url: anvil.url })
})
afterAll(() => anvil?.stop())

describe('accounts', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(namesTable)
  })

  const accountOf = (owner: Address) =>
    readContract(client, { address: factory, abi: localAccountFactoryAbi, functionName: 'accountOf', args: [owner] })
  const deployCall = (owner: Address): Hex =>
    encodeFunctionData({ abi: localAccountFactoryAbi, functionName: 'deploy', args: [owner] })

  async function sign({ owner, api }: { owner: PrivateKeyAccount; api: TestApi }) {
    const message = JSON.stringify({ name: 'alice.foyer.id', attributes: {}, timestamp: api.time / 1000 })
    return { message, signature: await owner.sign({ hash: hashMessage(message) }) }
  }

  const post = async ({
    api,
    address,
    message,
    signature,
  }: {
    api: TestApi
    address: Address
    message: string
    signature: Hex
  }) => {
    const body = { coin_type: coinType, address, message, signature }
    const answer = await api.post('/v1/profile/account', body)
    return { status: answer.status, body: await answer.json() }
  }

  test('[S7.17] only who has the address can have the name', async () => {
    const api = await openNames({ database, upstream: anvil.url })
    const stranger = { signer: newAccount() }
    const notOurs = refused(400, "The signature isn't this account's.")
    expect(await register({ api, name: 'alice.foyer.id', ...stranger })).toMatchObject(notOurs)
    for (const signature of [
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${'ab'.repeat(64)}`,
      `0x${'ab'.repeat(200)}`,
    ]) {
      expect(await register({ api, name: 'alice.foyer.id', body: { signature } })).toMatchObject(notOurs)
    }
    expect(await register({ api, name: 'alice.foyer.id', body: { signature: '0x' } })).toMatchObject({ status: 400 })
    expect(await register({ api, name: 'alice.foyer.id', body: { address: 'alice' } })).toMatchObject({ status: 400 })
    expect(await database.orm.select().from(namesTable)).toEqual([])
  })

  test('[S7.17] that are contracts sign by ERC-1271 when they are deployed, by ERC-6492 before', async () => {
    const api = await openNames({ database, upstream: anvil.url })
    const [deployed, undeployed] = [newAccount(), newAccount()]
    const contract = { address: factory, abi: localAccountFactoryAbi }
    await write({ client, ...contract, functionName: 'deploy', args: [deployed.address] })
    const first = await sign({ owner: deployed, api })
    expect(await post({ api, address: await accountOf(deployed.address), ...first })).toEqual(registered)
    expect(await database.orm.select().from(namesTable)).toMatchObject([{ account: 'contract' }])
    await database.orm.delete(namesTable)

    const { message, signature } = await sign({ owner: undeployed, api })
    const address = await accountOf(undeployed.address)
    expect(await post({ api, address, message, signature })).toMatchObject({ status: 400 })
    const wrapped = serializeErc6492Signature({ address: factory, data: deployCall(undeployed.address), signature })
    expect(await post({ api, address, message, signature: wrapped })).toEqual(registered)
  })

  test('that are another account’s contract sign for no other account', async () => {
    const api = await openNames({ database, upstream: anvil.url })
    const [owner, thief] = [newAccount(), newAccount()]
    const { message, signature } = await sign({ owner: thief, api })
    const address = await accountOf(owner.address)
    const wrapped = serializeErc6492Signature({ address: factory, data: deployCall(owner.address), signature })
    expect(await post({ api, address, message, signature: wrapped })).toMatchObject({ status: 400 })
    const other = serializeErc6492Signature({ address: factory, data: deployCall(thief.address), signature })
    expect(await post({ api, address, message, signature: other })).toMatchObject({ status: 400 })
    expect(await database.orm.select().from(namesTable)).toEqual([])
  })

  test('that may be contracts are not judged while their network is away: no signature is called invalid, and nothing is written', async () => {
    const api = await openNames({ database, upstream: 'http://127.0.0.1:9' })
    const { message, signature } = await sign({ owner: newAccount(), api })
    expect(await post({ api, address: newAccount().address, message, signature })).toMatchObject(
      refused(502, "The network eip155:31337 doesn't answer at the moment."),
    )
    expect(await database.orm.select().from(namesTable)).toEqual([])
  })
})
