import type { Database } from '@foyer/service/db/database'
import { deployNfts, type LocalNfts, localEditionsAbi, localNftAbi } from '@foyer/stack'
import * as fc from 'fast-check'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { content, type Files, startFiles } from '../safeFetch/test/startFiles.js'
import { pngOf } from '../test/headsOfPictures.js'
import { openTestDatabase, type TestApi } from '../test/openApi.js'
import { parseAvatarNft } from './avatars.js'
import { get, newAccount, openNames, register } from './test/registering.js'
import { newAddress, type StartedEns, startEns } from './test/startEns.js'
import { write } from './test/write.js'

const picture = pngOf()

let ens: StartedEns
let files: Files
let database: Database
let collections: LocalNfts
beforeAll(async () => {
  ;[ens, files, database] = await Promise.all([startEns(), startFiles(), openTestDatabase()])
  collections = await deployNfts({ url: ens.anvil.url, editionsUri: `${files.origin}/{id}.json` })
})
afterAll(() => Promise.all([ens?.stop(), files?.stop(), database?.close()]))

const open = () =>
  openNames({
    database,
    upstream: ens.anvil.url,
    config: {
      ens: { chainId: 'eip155:31337', universalResolver: ens.universalResolver },
      safeFetch: { allow: [files.origin], http: false },
    },
  })
const avatar = async (api: TestApi, name: string) => {
  const answer = await api.get(`/v1/profile/avatar/${name}`)
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
const shown = { status: 200, bytes: picture }

describe('a picture', () => {
  test('[S7.4] of a name of ENS has an address of the own server, and is served from there without any way to run scripts', async () => {
    const api = await open()
    const address = await ens.named('jack.eth')
    await ens.setAvatar('jack.eth', `${files.origin}/jack.svg`)
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
    files.serve('/jack.svg', content({ body: drawing, type: 'image/svg+xml' }))
    const served = 'https://foyer.example/v1/profile/avatar/jack.eth'
    expect(await get(api, `/v1/identity/${address}`)).toMatchObject({ body: { name: 'jack.eth', avatar: served } })
    const { status, headers, bytes } = await avatar(api, 'Jack.ETH')
    expect([status, new TextDecoder().decode(bytes)]).toEqual([200, drawing])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
    })
  })

  test('of a name that was given here is served in the same way', async () => {
    const api = await open()
    files.serve('/alice.png', content({ body: picture, type: 'image/png' }))
    const attributes = { avatar: 'https://tracker.example/alice.png' }
    await register({ api, name: 'alice.foyer.id', account: newAccount(), fields: { attributes } })
    expect(await avatar(api, 'alice.reown.id')).toMatchObject({ status: 404 }) // its host is none
    const inline = { avatar: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy/alice.png' }
    await register({ api, name: 'bobby.foyer.id', account: newAccount(), fields: { attributes: inline } })
    expect(await avatar(api, 'bobby.foyer.id')).toMatchObject({ status: 404 }) // no gateway is configured
    const gateway = await openNames({
      database,
      config: { safeFetch: { allow: [files.origin], http: false, ipfsGateway: files.origin } },
    })
    files.serve(
      '/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy/alice.png',
      content({ body: picture, type: 'image/png' }),
    )
    expect(await avatar(gateway, 'bobby.foyer.id')).toMatchObject(shown)
  })

  test('is fetched once for many visitors', async () => {
    const api = await open()
    await ens.named('kate.eth')
    await ens.setAvatar('kate.eth', `${files.origin}/kate.png`)
    files.serve('/kate.png', content({ body: picture, type: 'image/png' }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => avatar(api, 'kate.eth')))
    for (const answer of answers) expect(answer).toMatchObject(shown)
    expect(files.asked.filter((path) => path === '/kate.png')).toHaveLength(1)
  })

  test('is still kept when many names without one were asked for', async () => {
    const api = await open()
    await ens.named('nora.eth')
    await ens.setAvatar('nora.eth', `${files.origin}/nora.png`)
    files.serve('/nora.png', content({ body: picture, type: 'image/png' }))
    expect(await avatar(api, 'nora.eth')).toMatchObject(shown)
    await Promise.all(Array.from({ length: 40 }, (_, index) => avatar(api, `nobody${index}.foyer.id`)))
    expect(await avatar(api, 'nora.eth')).toMatchObject(shown)
    expect(files.asked.filter((path) => path === '/nora.png')).toHaveLength(1)
  })

  test('may stand in the record itself', async () => {
    const api = await open()
    await ens.named('lena.eth')
    await ens.setAvatar('lena.eth', `data:image/png;base64,${Buffer.from(picture).toString('base64')}`)
    expect(await avatar(api, 'lena.eth')).toMatchObject(shown)
  })

  test.each([
    ['is a page', () => `${files.origin}/page.html`],
    ['only says that it is one', () => `${files.origin}/liar.png`],
    ['does more than show', () => `${files.origin}/active.svg`],
    ['is in the own network', () => 'http://169.254.169.254/latest/meta-data'],
    ['is a file', () => 'file:///etc/passwd'],
    ['is nowhere', () => 'https://'],
    ['is words', () => 'me'],
  ])('that %s is none', async (_, url) => {
    files.serve('/page.html', content({ body: '<html>', type: 'text/html' }))
    files.serve('/liar.png', content({ body: '<html>', type: 'image/png' }))
    files.serve(
      '/active.svg',
      content({
        body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        type: 'image/svg+xml',
      }),
    )
    const api = await open()
    await ens.named('mike.eth')
    await ens.setAvatar('mike.eth', url())
    expect(await avatar(api, 'mike.eth')).toMatchObject({ status: 404 })
  })

  test.each(['nobody.eth', 'nobody', 'nobody.foyer.id', 'a..b'])('of %s is none', async (name) => {
    expect(await avatar(await open(), name)).toMatchObject({ status: 404 })
  })

  test('of a text that nothing can be called is refused', async () => {
    expect(await avatar(await open(), '%00')).toMatchObject({ status: 400 })
  })
})

describe('a picture that is an NFT', () => {
  const mint = async (to: Address) => {
    const tokenId = BigInt(newAddress())
    const metadata = `/${tokenId}.json`
    files.serve(metadata, content({ body: JSON.stringify({ image: `${files.origin}/nft.png` }) }))
    files.serve('/nft.png', content({ body: picture, type: 'image/png' }))
    const args = [to, tokenId, `${files.origin}${metadata}`]
    await write({ client: ens.client, address: collections.nft, abi: localNftAbi, functionName: 'mint', args })
    return tokenId
  }

  test('is shown while the name’s address has it, and not of another address', async () => {
    const api = await open()
    const [owner, thief] = [await ens.named('nora.eth'), await ens.named('thief.eth')]
    const tokenId = await mint(owner)
    for (const name of ['nora.eth', 'thief.eth']) {
      await ens.setAvatar(name, `eip155:31337/erc721:${collections.nft}/${tokenId}`)
    }
    expect(thief).not.toBe(owner)
    expect(await avatar(api, 'nora.eth')).toMatchObject(shown)
    expect(await avatar(api, 'thief.eth')).toMatchObject({ status: 404 })
  })

  test('may be one of many copies', async () => {
    const api = await open()
    const owner = await ens.named('olga.eth')
    const editions = { address: collections.editions, abi: localEditionsAbi }
    await write({ client: ens.client, ...editions, functionName: 'mint', args: [owner, 7n, 1n] })
    const id = '7'.padStart(64, '0')
    files.serve(`/${id}.json`, content({ body: JSON.stringify({ image: `${files.origin}/nft.png` }) }))
    files.serve('/nft.png', content({ body: picture, type: 'image/png' }))
    await ens.setAvatar('olga.eth', `eip155:31337/erc1155:${collections.editions}/7`)
    expect(await avatar(api, 'olga.eth')).toMatchObject(shown)
    await ens.named('paul.eth')
    await ens.setAvatar('paul.eth', `eip155:31337/erc1155:${collections.editions}/7`)
    expect(await avatar(api, 'paul.eth')).toMatchObject({ status: 404 })
  })

  test.each([
    ['on a network that isn’t reached', () => `eip155:5/erc721:${collections.nft}/1`],
    ['of no contract', () => `eip155:31337/erc721:${newAddress()}/1`],
    ['that was never made', () => `eip155:31337/erc721:${collections.nft}/1`],
    ['of no standard', () => `eip155:31337/erc20:${collections.nft}/1`],
  ])('%s is none', async (_, text) => {
    const api = await open()
    await ens.named('quin.eth')
    await ens.setAvatar('quin.eth', text())
    expect(await avatar(api, 'quin.eth')).toMatchObject({ status: 404 })
  })

  test('is written as CAIP-22 and CAIP-29 say; whatever else comes is no NFT', () => {
    const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    const standard = fc.constantFrom('erc721' as const, 'erc1155' as const)
    fc.assert(
      fc.property(
        fc.integer({ min: 1 }),
        standard,
        address,
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (chain, kind, hex, tokenId) => {
          expect(parseAvatarNft(`eip155:${chain}/${kind}:0x${hex}/${tokenId}`)).toEqual({
            chainId: `eip155:${chain}`,
            id: { contract: `0x${hex}`, tokenId, standard: kind },
          })
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseAvatarNft(text)).toBeNull()
      }),
    )
    expect(parseAvatarNft(`eip155:1/erc721:0x${'ab'.repeat(20)}/${2n ** 256n}`)).toBeNull()
  })
})
