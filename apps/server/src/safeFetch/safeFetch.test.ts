import { isIP } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { type Clock, systemClock } from '@foyer/service/clock'
import { patientClock } from '@foyer/service-testing/patientClock'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SafeFetchError } from './SafeFetchError.js'
import { createSafeFetch, type Fetched, type ResolveHost } from './safeFetch.js'
import type { SafeFetchConfig } from './safeFetchConfig.js'
import { hostileNames, hostileUrls } from './test/hostileUrls.js'
import { content, type Files, redirect, startFiles } from './test/startFiles.js'

let files: Files
beforeEach(async () => {
  files = await startFiles()
})
afterEach(() => files.stop())

const { signal } = new AbortController()

/** Addresses are their own answer; names are those of the table, and whatever else is said. */
const resolver =
  (names: Readonly<Record<string, readonly string[]>> = {}): ResolveHost =>
  async (host) => {
    const addresses = isIP(host) === 0 ? { ...hostileNames, ...names }[host] : [host]
    if (addresses === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

function fetcher({
  allow = [files.origin],
  clock = patientClock,
  resolveHost = resolver(),
  ...config
}: Partial<SafeFetchConfig> & { clock?: Clock; resolveHost?: ResolveHost } = {}) {
  const safeFetch = createSafeFetch({ config: { allow, http: true, ...config }, clock, resolveHost })
  return (url: string, accept: readonly string[] = ['application/json']) => safeFetch({ url, accept, signal })
}

const fault = (work: Promise<Fetched>) =>
  work.then(
    () => 'fetched',
    (error: unknown) => (error instanceof SafeFetchError ? error.code : error),
  )
const text = ({ bytes }: Fetched) => Buffer.from(bytes).toString()

describe('what is refused before a byte is sent', () => {
  test('there are more than a hundred of them', () => expect(hostileUrls.length).toBeGreaterThan(100))

  test.each(hostileUrls)('%s: %s', async (url, expected) => {
    const get = fetcher({ ipfsGateway: `${files.origin}/gateway`, arweaveGateway: files.origin })
    expect(await fault(get(url))).toBe(expected)
    expect(files.asked).toEqual([])
  })

  test('plain http, unless configured', async () => {
    expect(await fault(fetcher({ http: false })('http://8.8.8.8/'))).toBe('scheme')
  })

  test('ipfs and ar without a gateway', async () => {
    expect(await fault(fetcher()(`ipfs://${'b'.repeat(46)}`))).toBe('no_gateway')
    expect(await fault(fetcher()(`ar://${'b'.repeat(43)}`))).toBe('no_gateway')
  })

  test('this machine, when no origin of it is allowed, by the resolver in use too', async () => {
    files.serve('/a', content({ body: '{}' }))
    expect(await fault(fetcher({ allow: [] })(`http://127.0.0.1/a`))).toBe('address')
    expect(await fault(fetcher({ allow: ['http://127.0.0.1:1'] })(`${files.origin}/a`))).toBe('port')
    expect(files.asked).toEqual([])
  })
})

describe('the connection goes where the check went', () => {
  test('a name that changes its mind after the check changes nothing', async () => {
    const other = await startFiles({ host: '127.0.0.2', port: files.port })
    try {
      files.serve('/a', content({ body: '"checked"' }))
      other.serve('/a', content({ body: '"rebound"' }))
      let asked = 0
      const resolveHost: ResolveHost = async () => {
        asked += 1
        return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
      }
      const origin = `http://rebinding.example:${files.port}`
      const get = fetcher({ allow: [origin], resolveHost })
      expect(text(await get(`${origin}/a`))).toBe('"checked"')
      expect([asked, other.asked]).toEqual([1, []])
    } finally {
      await other.stop()
    }
  })

  test('over TLS it asks for the name, at the address that was checked, and takes no certificate but a good one', async () => {
    const asked: string[] = []
    const tls = createTlsServer({
      SNICallback: (name, done) => {
        asked.push(name)
        done(null) // and so there is no certificate
      },
    })
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    try {
      const address = tls.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const origin = `https://named.example:${port}`
      const get = fetcher({ allow: [origin], resolveHost: resolver({ 'named.example': ['127.0.0.1'] }) })
      expect(await fault(get(`${origin}/`))).toBe('unreachable')
      expect(asked).toEqual(['named.example'])
    } finally {
      await new Promise((resolve) => tls.close(resolve))
    }
  })

  test('the name is checked again at each redirect', async () => {
    const names = { 'turning.example': ['10.0.0.1'] }
    files.serve('/a', redirect('https://turning.example/'))
    expect(await fault(fetcher({ resolveHost: resolver(names) })(`${files.origin}/a`))).toBe('address')
  })
})

describe('redirects', () => {
  test.each(['/b', '//127.0.0.1:PORT/b', 'http://127.0.0.1:PORT/b'])('are followed: %s', async (location) => {
    files.serve('/a', redirect(location.replace('PORT', String(files.port))))
    files.serve('/b', content({ body: '{"b":1}' }))
    expect(text(await fetcher()(`${files.origin}/a`))).toBe('{"b":1}')
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'address'],
    ['http://localhost/', 'address'],
    ['http://127.0.0.1:1/', 'port'],
    ['file:///etc/passwd', 'scheme'],
    ['data:application/json,{}', 'scheme'],
    ['ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi', 'scheme'],
    ['http://user@127.0.0.1/', 'userinfo'],
    ['http://[', 'redirects'],
  ])('are refused: %s', async (location, expected) => {
    files.serve('/a', redirect(location))
    expect(await fault(fetcher()(`${files.origin}/a`))).toBe(expected)
  })

  test('are five at most', async () => {
    for (let step = 1; step <= 6; step += 1) files.serve(`/${step}`, redirect(`/${step - 1}`))
    files.serve('/0', content({ body: '{}' }))
    expect(await fault(fetcher()(`${files.origin}/5`))).toBe('fetched')
    expect(await fault(fetcher()(`${files.origin}/6`))).toBe('redirects')
  })

  test('take no body anywhere', async () => {
    files.serve('/a', redirect('/own'))
    files.serve('/own', content({ body: '{}' }))
    const config = { allow: [files.origin], http: true }
    const safeFetch = createSafeFetch({ config, clock: patientClock, resolveHost: resolver() })
    const asked = { accept: ['application/json'], body: '{}', signal }
    const posted = (path: string) => fault(safeFetch({ ...asked, url: `${files.origin}${path}` }))
    expect([await posted('/a'), await posted('/own')]).toEqual(['redirects', 'fetched'])
  })
})

describe('answers', () => {
  const megabyte = 1024 * 1024

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    // At its best it takes seconds to pack a bomb.
    ['br', (bytes: string | Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('packed with %s are unpacked, and a bomb is let go at 5 MB', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding }
    files.serve('/small', content({ body: pack('{"a":1}'), headers }))
    files.serve('/bomb', content({ body: pack(Buffer.alloc(64 * megabyte)), headers }))
    files.serve('/broken', content({ body: 'not packed at all', headers }))
    expect(text(await fetcher()(`${files.origin}/small`))).toBe('{"a":1}')
    expect(await fault(fetcher()(`${files.origin}/bomb`))).toBe('too_large')
    expect(await fault(fetcher()(`${files.origin}/broken`))).toBe('encoding')
  })

  test('are refused in another packing', async () => {
    files.serve('/a', content({ body: '{}', headers: { 'content-encoding': 'zstd' } }))
    files.serve('/b', content({ body: '{}', headers: { 'content-encoding': 'gzip, gzip' } }))
    expect(await fault(fetcher()(`${files.origin}/a`))).toBe('encoding')
    expect(await fault(fetcher()(`${files.origin}/b`))).toBe('encoding')
  })

  test('have 5 MB at most, whether they say their length or not', async () => {
    const body = Buffer.alloc(5 * megabyte)
    files.serve('/full', content({ body }))
    files.serve('/said', content({ body: Buffer.alloc(5 * megabyte + 1) }))
    files.serve('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        if (!response.destroyed) response.write(body, more)
      }
      more()
    })
    expect((await fetcher()(`${files.origin}/full`)).bytes.byteLength).toBe(5 * megabyte)
    expect(await fault(fetcher()(`${files.origin}/said`))).toBe('too_large')
    expect(await fault(fetcher()(`${files.origin}/endless`))).toBe('too_large')
  })

  test('are of a type that was asked for', async () => {
    files.serve('/html', content({ body: '<html>', type: 'text/html; charset=utf-8' }))
    files.serve('/none', content({ body: '{}', type: '' }))
    files.serve('/png', content({ body: 'x', type: 'IMAGE/PNG ; q=1' }))
    expect(await fault(fetcher()(`${files.origin}/html`))).toBe('type')
    expect(await fault(fetcher()(`${files.origin}/none`, ['application/json', 'image/*']))).toBe('type')
    expect(await fetcher()(`${files.origin}/png`, ['image/*'])).toMatchObject({ contentType: 'image/png' })
    expect(await fault(fetcher()(`${files.origin}/png`, ['image/jpeg']))).toBe('type')
  })

  test.each([
    [404, false],
    [410, false],
    [429, true],
    [503, true],
  ])('with status %i are none; it may pass: %s', async (status, mayPass) => {
    files.serve('/a', (_request, response) => void response.writeHead(status).end())
    const error = await fetcher()(`${files.origin}/a`).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'status', status, mayPass })
  })

  test('have five seconds in all, from the name to the last byte', async () => {
    const timers = new Set<() => void>()
    const waits: number[] = []
    const clock: Clock = {
      now: () => 0,
      setTimeout: (callback, ms) => {
        waits.push(ms)
        timers.add(callback)
        return () => timers.delete(callback)
      },
    }
    const late = (get: Promise<Fetched>, when: () => boolean) =>
      expect
        .poll(when)
        .toBe(true)
        .then(() => {
          for (const callback of [...timers]) callback()
          return fault(get)
        })
    files.serve('/silent', () => {})
    files.serve('/drip', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    })
    const settle = async (path: string) => {
      const get = fetcher({ clock })(`${files.origin}${path}`)
      get.catch(() => {})
      return late(get, () => files.asked.includes(path))
    }
    expect(await settle('/silent')).toBe('slow')
    expect(await settle('/drip')).toBe('slow')
    const nameless = fetcher({ clock, resolveHost: () => new Promise(() => {}) })('https://slow.example/')
    nameless.catch(() => {})
    expect(await late(nameless, () => timers.size > 0)).toBe('slow')
    expect(waits).toEqual([5_000, 5_000, 5_000])
    expect(timers.size).toBe(0)
  })

  test('end when the asker goes away', async () => {
    files.serve('/silent', () => {})
    const controller = new AbortController()
    const safeFetch = createSafeFetch({
      config: { allow: [files.origin], http: true },
      clock: patientClock,
      resolveHost: resolver(),
    })
    const get = safeFetch({ url: `${files.origin}/silent`, accept: ['image/*'], signal: controller.signal })
    get.catch(() => {})
    await expect.poll(() => files.asked).toEqual(['/silent'])
    controller.abort(new Error('gone'))
    await expect(get).rejects.toThrow('gone')
    await expect(safeFetch({ url: 'data:,a', accept: ['*'], signal: controller.signal })).rejects.toThrow('gone')
  })

  test('a host that is not there is unreachable, and the message holds nothing of the URL', async () => {
    await files.stop()
    const error = await fetcher()(`${files.origin}/secret`).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'unreachable', mayPass: true })
    expect(String(error)).toBe("SafeFetchError: Not fetched: the host can't be reached.")
  })
})

describe('without a network, or through a gateway', () => {
  test.each([
    ['data:application/json,{"a":1}', '{"a":1}'],
    ['data:application/json;utf8,{"a":"100%"}', '{"a":"100%"}'],
    ['data:application/json;base64,eyJhIjoxfQ==', '{"a":1}'],
    ['DATA:application/json;charset=utf-8;base64,eyJhIjoxfQ', '{"a":1}'],
    ['data:application/json,%7B%22a%22%3A1%7D', '{"a":1}'],
  ])('%s', async (url, expected) => {
    const fetched = await fetcher()(url)
    expect([fetched.contentType, text(fetched)]).toEqual(['application/json', expected])
  })

  test('what stands in the URL itself has its type and size looked at too', async () => {
    expect(await fault(fetcher()('data:text/html,<script>'))).toBe('type')
    expect(await fault(fetcher()('data:,plain'))).toBe('type')
    const get = (length: number) => fault(fetcher()(`data:application/json,${'1'.repeat(length)}`))
    expect(await get(5 * 1024 * 1024)).toBe('fetched')
    expect(await get(5 * 1024 * 1024 + 1)).toBe('too_large')
    expect(await get(16 * 1024 * 1024)).toBe('too_large')
  })

  test('ipfs and ar go to the gateway, and stay below what was named', async () => {
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    const id = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U'
    for (const path of [`/g/ipfs/${cid}`, `/g/ipfs/${cid}/1.json`, `/ar/${id}`])
      files.serve(path, content({ body: '{}' }))
    const get = fetcher({ allow: [], ipfsGateway: `${files.origin}/g`, arweaveGateway: `${files.origin}/ar` })
    for (const url of [`ipfs://${cid}`, `ipfs://ipfs/${cid}/1.json`, `IPFS://${cid}/1.json`, `ar://${id}`]) {
      expect(await fault(get(url))).toBe('fetched')
    }
    // The gateway's own origin isn't thereby open to everybody.
    expect(await fault(get(`${files.origin}/admin`))).toBe('port')
    files.serve(`/g/ipfs/${cid}/away`, redirect(`/admin`))
    expect(await fault(get(`ipfs://${cid}/away`))).toBe('port')
  })
})

test('no text throws anything but a SafeFetchError', async () => {
  const get = fetcher({ allow: [], clock: systemClock, resolveHost: resolver() })
  const parts = fc.constantFrom(
    'http',
    'https',
    'data',
    'ipfs',
    ':',
    '//',
    '[',
    ']',
    '@',
    '%',
    '\\',
    '127.0.0.1',
    '::',
    ',',
    ';base64',
  )
  const urls = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(fc.oneof(parts, fc.string({ maxLength: 4 }))).map((all) => all.join('')),
  )
  await fc.assert(
    fc.asyncProperty(urls, async (url) => {
      expect(await fault(get(url))).toBeTypeOf('string')
    }),
    { numRuns: 1_000 },
  )
})
