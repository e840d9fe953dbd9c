import { expect, type Frame, test } from '@playwright/test'
import { launchProfile, profiles } from '../profiles.js'
import { openFrame, serveStage } from './stage.js'

/*
 * What the embedded wallet is built on that only a browser can promise. Each is a few lines against the browser itself, so that a release that breaks the
 * promise is known by what it breaks.
 */

let stage: Awaited<ReturnType<typeof serveStage>>
test.beforeAll(async () => {
  stage = await serveStage()
})
test.afterAll(() => stage.stop())

/** Makes two keys in the frame's database, or uses those that are there. @returns the signing key's public half and whether what it signs verifies */
const useKeys = (frame: Frame, isFirst: boolean) =>
  frame.evaluate(async (isFirst) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('keys', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
    if (isFirst) {
      const signing = await crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify'])
      const part = crypto.getRandomValues(new Uint8Array(32))
      const door = await crypto.subtle.importKey('raw', part, 'HKDF', false, ['deriveBits'])
      const storing = database.transaction('keys', 'readwrite').objectStore('keys').put({ signing, door }, 'own')
      await new Promise((resolve) => storing.addEventListener('success', resolve))
    }
    const reading = database.transaction('keys').objectStore('keys').get('own')
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    const { signing, door } = reading.result
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: new Uint8Array(1) }
    const bits = await crypto.subtle.deriveBits(derivation, door, 256)
    const publicKey = await crypto.subtle.exportKey('raw', signing.publicKey)
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, signing.privateKey, bits)
    const exported = await Promise.allSettled(
      [signing.privateKey, door].map((key) => crypto.subtle.exportKey('raw', key)),
    )
    return {
      bits: [...new Uint8Array(bits)].join(),
      publicKey: [...new Uint8Array(publicKey)].join(),
      isSigned: await crypto.subtle.verify(algorithm, signing.publicKey, signature, bits),
      exported: exported.map(({ status }) => status),
    }
  }, isFirst)

test('keys that can’t be read stay in a frame’s partition when the browser starts again', async () => {
  const directory = test.info().outputPath('profile')
  const launch = () => launchProfile({ profile: 'partitioned', directory })
  const first = await launch()
  const made = await useKeys((await openFrame({ context: first, ...stage })).frame, true)
  await first.close()
  const second = await launch()
  const found = await useKeys((await openFrame({ context: second, ...stage })).frame, false)
  await second.close()
  expect(made).toMatchObject({ isSigned: true, exported: ['rejected', 'rejected'] })
  expect(found).toEqual(made)
})

test('where third-party storage is blocked, the frame’s database throws', async () => {
  const context = await launchProfile({ profile: 'blocked', directory: test.info().outputPath('profile') })
  const { frame } = await openFrame({ context, ...stage })
  await expect(useKeys(frame, true)).rejects.toThrow()
  await context.close()
})

test('a worker under its own policy signs with a key that it is sent, and can’t fetch', async () => {
  const context = await launchProfile({ profile: 'blocked', directory: test.info().outputPath('profile') })
  const { frame } = await openFrame({ context, ...stage })
  const { refused, fetched, isSigned } = await frame.evaluate(async () => {
    let refused = ''
    try {
      new Worker('/worker.js')
    } catch (error) {
      refused = error instanceof Error ? error.name : ''
    }
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    // The types of the DOM don't have Trusted Types.
    const types: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => {
        createScriptURL: (url: string) => string
      }
    } = Reflect.get(window, 'trustedTypes')
    const policy = types.createPolicy('worker-url', { createScriptURL: (url) => (url === '/worker.js' ? url : '') })
    const worker = new Worker(policy.createScriptURL('/worker.js'))
    const bytes = new Uint8Array([1, 2, 3])
    const answer = new Promise<{ signature: Uint8Array<ArrayBuffer>; fetched: string }>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = (event) => reject(new Error(event.message))
    })
    worker.postMessage({ key: keys.privateKey, bytes })
    const { signature, fetched } = await answer
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    return { refused, fetched, isSigned: await crypto.subtle.verify(algorithm, keys.publicKey, signature, bytes) }
  })
  expect({ refused, fetched, isSigned }).toEqual({ refused: 'TypeError', fetched: 'TypeError', isSigned: true })
  await context.close()
})

for (const profile of profiles)
  test(`a partitioned cookie comes back from a frame: ${profile}`, async () => {
    const context = await launchProfile({ profile, directory: test.info().outputPath('profile') })
    const { frame } = await openFrame({ context, ...stage })
    const ask = () => frame.evaluate(async () => (await fetch('/answer', { credentials: 'include' })).text())
    expect(await ask()).toBe('')
    expect(await ask()).toBe('__Host-spike=kept')
    await context.close()
  })

test('a frame in its own dialog is shown above another modal dialog, takes clicks and isn’t loaded again', async () => {
  const context = await launchProfile({ profile: 'blocked', directory: test.info().outputPath('profile') })
  const { page, frame } = await openFrame({ context, ...stage })
  await frame.evaluate(() => {
    document.body.dataset.clicks = '0'
    document.addEventListener('click', ({ isTrusted }) => {
      document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + (isTrusted ? 1 : 0))
    })
  })
  const raise = () => page.evaluate(() => document.querySelector<HTMLDialogElement>('#own')?.showModal())
  await page.evaluate(() => {
    const modal = document.body.appendChild(document.createElement('dialog'))
    modal.append('The application’s own')
    modal.showModal()
  })
  for (const clicks of ['1', '2']) {
    await raise()
    await frame.getByRole('button').click()
    expect(await frame.evaluate(() => document.body.dataset.clicks)).toBe(clicks)
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#own')?.close())
  }
  await context.close()
})

test('a frame of another site knows when its button is covered or faded', async () => {
  const context = await launchProfile({ profile: 'blocked', directory: test.info().outputPath('profile') })
  const { page, frame } = await openFrame({ context, ...stage })
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('#own')?.show())
  await frame.evaluate(() => {
    const settings = { trackVisibility: true, delay: 100, threshold: 1 }
    const observer = new IntersectionObserver((entries) => {
      document.body.dataset.seen = String(Reflect.get(entries.at(-1) ?? {}, 'isVisible'))
    }, settings)
    const button = document.querySelector('button')
    if (button) observer.observe(button)
  })
  const seen = () => frame.evaluate(() => document.body.dataset.seen)
  await expect.poll(seen).toBe('true')
  const style = (css: string) => page.evaluate((css) => document.querySelector('#own')?.setAttribute('style', css), css)
  for (const css of ['opacity: .9', 'filter: blur(1px)', 'transform: scale(.9)']) {
    await style(css)
    await expect.poll(seen, css).toBe('false')
    await style('')
    await expect.poll(seen, css).toBe('true')
  }
  await page.evaluate(() => {
    const cover = document.body.appendChild(document.createElement('div'))
    cover.setAttribute('style', 'position: fixed; inset: 0; pointer-events: none; background: #ffffff01')
  })
  await expect.poll(seen, 'covered').toBe('false')
  await context.close()
})
