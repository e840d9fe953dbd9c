import { describe, expect, test } from 'vitest'
import { type Behaviour, returns } from '../contracts/test/strangeContracts.js'
import { createMemoryStore } from '../pictures/memoryStore.js'
import { content, redirect } from '../safeFetch/test/startFiles.js'
import { gifOf, pngOf } from '../test/headsOfPictures.js'
import { openApi } from '../test/openApi.js'
import type { NftId } from './nft.js'
import { alice, nftGround, openNftRooms, placeNft, publicUrl } from './test/openNftRooms.js'

const png = pngOf()
const gif = gifOf()
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>'
const pictureStore = createMemoryStore()

const ground = nftGround()

let contracts = 0
async function place(uri: Behaviour, standard: NftId['standard'] = 'erc721', tokenId = 7n): Promise<NftId> {
  contracts += 1
  return placeNft({ url: ground.anvil.url, index: contracts, uri, standard, tokenId })
}

const setUp = ({ url = ground.anvil.url }: { url?: string } = {}) =>
  openNftRooms({ ground, url, pictureStore, days: contracts * 200 })

const json = (metadata: unknown) => content({ body: JSON.stringify(metadata) })
const at = (path: string) => returns.text(`${ground.files.origin}${path}`)

describe('[S3.14] an NFT', () => {
  test('is known by its contract at first, then by what its metadata says, its picture from this server', async () => {
    const id = await place(at('/7.json'))
    ground.files.serve('/7.json', json({ name: 'Foyer \u202eCat\n#7', image: `${ground.files.origin}/7.png` }))
    ground.files.serve('/7.png', content({ body: png, type: 'image/png' }))
    const { of, fetchDue, nfts } = setUp()
    expect(await of(id)).toEqual({ flags: { is_spam: false } })
    await fetchDue()
    const url = `${publicUrl}/v1/nfts/eip155%3A31337/${id.contract.toLowerCase()}/7/image`
    expect(await of({ ...id, contract: id.contract.toLowerCase() })).toEqual({
      name: 'Foyer Cat #7',
      content: { preview: { url, content_type: 'image/png' } },
      flags: { is_spam: false },
    })
    await fetchDue()
    expect(ground.files.asked).toEqual(['/7.json', '/7.png'])
    const many = [id, { ...id, tokenId: 8n }, { ...id, contract: `0x${'00'.repeat(20)}` }]
    expect((await nfts.of({ chain: { id: 'eip155:31337' }, account: alice, ids: many })).size).toBe(3)
  })

  test('of many in one contract has its id put into the address, up to 2^256 - 1', async () => {
    const most = 2n ** 256n - 1n
    for (const tokenId of [10n, most]) {
      const id = await place(at('/{id}.json'), 'erc1155', tokenId)
      const path = `/${tokenId.toString(16).padStart(64, '0')}.json`
      ground.files.serve(path, json({ name: `Number ${tokenId === most}` }))
      expect(await setUp().fetched(id)).toEqual({ name: `Number ${tokenId === most}`, flags: { is_spam: false } })
    }
  })

  test.each([
    ['a data URL', `data:application/json,${JSON.stringify({ name: 'N', image: `data:image/svg+xml,${svg}` })}`],
    ['JSON itself', JSON.stringify({ name: 'N', image_data: svg })],
    ['JSON with half a letter', `{"name":"N","image_data":${JSON.stringify(svg).replace('</', '\\ud800</')}}`],
    [
      'base64',
      `data:application/json;base64,${btoa(JSON.stringify({ name: 'N', image: `data:image/svg+xml;base64,${btoa(svg)}` }))}`,
    ],
  ])('may stand on the chain: %s', async (_, uri) => {
    const id = await place(returns.text(uri))
    expect(await setUp().fetched(id)).toMatchObject({
      name: 'N',
      content: { preview: { content_type: 'image/svg+xml' } },
    })
  })

  test('may be its picture alone, and a picture is what its bytes are', async () => {
    ground.files.serve('/moving', content({ body: gif, type: 'image/png' }))
    expect(await setUp().fetched(await place(at('/moving')))).toEqual({
      content: { preview: { url: expect.stringContaining('/image'), content_type: 'image/gif' } },
      flags: { is_spam: false },
    })
  })

  test('that advertises is marked as spam', async () => {
    ground.files.serve('/spam', json({ name: 'Claim your reward at evil.com' }))
    expect(await setUp().fetched(await place(at('/spam')))).toMatchObject({ flags: { is_spam: true } })
  })
})

describe('what is not taken', () => {
  test.each([
    ['a script in a drawing', `${svg.slice(0, -6)}<script>alert(1)</script></svg>`, 'image/svg+xml'],
    ['a page', '<html><body>', 'image/png'],
    ['a film', new Uint8Array(100), 'video/mp4'],
    ['something large', new Uint8Array(2 * 1024 * 1024 + 1), 'image/png'],
  ])('as a picture: %s', async (_, body, type) => {
    ground.files.serve('/m', json({ name: 'N', image: `${ground.files.origin}/i` }))
    ground.files.serve('/i', content({ body, type }))
    const id = await place(at('/m'))
    const { fetched, nfts } = setUp()
    expect(await fetched(id)).toEqual({ name: 'N', flags: { is_spam: false } })
    expect(await nfts.picture({ ...id, chainId: 'eip155:31337' })).toBeNull()
  })

  test.each([
    ['no text', { does: 'nothing' } as const],
    ['a revert', { does: 'revert' } as const],
    ['words', returns.words(1n, 2n, 3n)],
    ['a huge text', { does: 'text', length: 100_000 } as const],
    ['this machine', returns.text('http://127.0.0.1:22/')],
    ['metadata of a cloud', returns.text('http://169.254.169.254/latest/')],
    ['a file', returns.text('file:///etc/passwd')],
    ['ipfs without a gateway', returns.text(`Qm${'a'.repeat(44)}/1`)],
  ])('as an address: %s', async (_, uri) => {
    const id = await place(uri)
    const { fetched, fetchDue, lines } = setUp()
    expect(await fetched(id)).toEqual({ flags: { is_spam: false } })
    await fetchDue()
    expect(ground.files.asked).toEqual([])
    expect(lines.join()).not.toMatch(new RegExp(`${id.contract}|etc.passwd`, 'i'))
  })

  test.each(['[]', '"text"', 'null', '{', '{"name":7,"image":{"a":1}}', '{"name":"\u0000","image":" "}'])(
    'as metadata: %s',
    async (body) => {
      ground.files.serve('/m', content({ body }))
      expect(await setUp().fetched(await place(at('/m')))).toEqual({ flags: { is_spam: false } })
    },
  )

  test('a way that leads inside', async () => {
    ground.files.serve('/m', redirect('http://169.254.169.254/'))
    const { fetched, fetchDue, pass } = setUp()
    expect(await fetched(await place(at('/m')))).toEqual({ flags: { is_spam: false } })
    // What was refused is refused for good.
    pass(86_400_000)
    await fetchDue()
    expect(ground.files.asked).toEqual(['/m'])
  })
})

describe('a failure that may be temporary', () => {
  test('is tried again after a minute, ten, an hour, six and a day, and then no more', async () => {
    const id = await place(at('/away'))
    ground.files.serve('/away', (_request, response) => void response.writeHead(503).end())
    const { of, fetchDue, pass } = setUp()
    await of(id)
    await fetchDue()
    for (const [index, wait] of [60_000, 600_000, 3_600_000, 21_600_000, 86_400_000].entries()) {
      pass(wait - 1)
      await fetchDue()
      expect(ground.files.asked.length).toBe(index + 1)
      pass(1)
      await fetchDue()
      expect(ground.files.asked.length).toBe(index + 2)
    }
    pass(80 * 86_400_000)
    await fetchDue()
    expect(ground.files.asked.length).toBe(6)
  })

  test('is not counted as tried where the server was stopped meanwhile', async () => {
    const id = await place(at('/stopped'))
    ground.files.serve('/stopped', () => {})
    const { of, fetching, fetchDue, pass } = setUp()
    await of(id)
    const stopped = fetching()
    stopped.start()
    await expect.poll(() => ground.files.asked.length).toBe(1)
    await stopped.stop()
    ground.files.serve('/stopped', (_request, response) => void response.writeHead(503).end())
    await fetchDue()
    pass(60_000)
    await fetchDue()
    expect(ground.files.asked.length).toBe(3)
  })

  test('is had when it goes better', async () => {
    const id = await place(at('/later'))
    const { of, fetchDue, pass } = setUp({ url: 'http://127.0.0.1:9' })
    await of(id)
    await fetchDue()
    ground.files.serve('/later', json({ name: 'Back' }))
    pass(60_000)
    const back = setUp()
    back.pass(60_000)
    await back.fetchDue()
    expect(await back.of(id)).toMatchObject({ name: 'Back' })
  })
})

test('two nodes on one database share the work: each NFT is fetched once', async () => {
  const ids: NftId[] = []
  for (let index = 0; index < 12; index += 1) {
    ground.files.serve(`/${index}`, json({ name: `N${index}` }))
    ids.push(await place(at(`/${index}`)))
  }
  const nodes = [setUp(), setUp()]
  for (const id of ids) await nodes[0]?.of(id)
  await Promise.all(nodes.map((each) => each.fetchDue()))
  expect([...ground.files.asked].sort()).toEqual(ids.map((_, index) => `/${index}`).sort())
})

test('what was not requested for ninety days is deleted, with its picture', async () => {
  const id = await place(at('/m'))
  ground.files.serve('/m', json({ name: 'N', image: `${ground.files.origin}/i` }))
  ground.files.serve('/i', content({ body: Uint8Array.of(...png, 99), type: 'image/png' }))
  const { fetched, forget, of, pass, nfts } = setUp()
  const picture = () => nfts.picture({ ...id, chainId: 'eip155:31337' })
  await fetched(id)
  pass(89 * 86_400_000)
  await forget()
  expect(await of(id)).toMatchObject({ name: 'N' })
  pass(89 * 86_400_000)
  await forget()
  expect(await picture()).toMatchObject({ contentType: 'image/png' })
  pass(2 * 86_400_000)
  await forget()
  expect(await picture()).toBeNull()
})

describe('the picture of an NFT', () => {
  test('is served from this server, in a sandbox, and from a cache the next time', async () => {
    const id = await place(returns.text(JSON.stringify({ image: `data:image/svg+xml,${svg}` })))
    await setUp().fetched(id)
    const api = await openApi({ database: ground.database, pictureStore })
    const path = `/v1/nfts/eip155%3A31337/${id.contract}/7/image`
    const answer = await api.get(path)
    expect([answer.status, await answer.text()]).toEqual([200, svg])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    })
    const again = await api.get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test.each([
    [404, `/v1/nfts/eip155%3A31337/0x${'00'.repeat(20)}/7/image`],
    [404, `/v1/nfts/eip155%3A1/0x${'00'.repeat(20)}/7/image`],
    [400, '/v1/nfts/eip155%3A31337/0x00/7/image'],
    [400, `/v1/nfts/eip155%3A31337/0x${'00'.repeat(20)}/-1/image`],
    [400, `/v1/nfts/eip155%3A31337/0x${'00'.repeat(20)}/${'9'.repeat(79)}/image`],
  ])('is %i at %s', async (status, path) => {
    expect((await (await openApi({ database: ground.database })).get(path)).status).toBe(status)
  })
})
