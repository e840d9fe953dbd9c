import { afterEach, describe, expect, test, vi } from 'vitest'
import { walletImageOf } from '../offered/offeredWallets.js'
import { fakeKit } from '../test/fakeKit.js'
import { preloadImages as preloadWalletImages } from './directory.js'
import { walletOf } from './test/localDirectory.js'

const api = 'https://foyer.example'

describe('where a picture is', () => {
  const { foyer } = fakeKit({ api, platform: 'react', connectorImages: { own: 'https://dapp.example/own.png' } })

  test('[S7.25] in the directory, asked in the project’s name', () => {
    expect(walletImageOf(foyer, { id: 'a', image_id: 'a/b' })).toBe(
      `${api}/getWalletImage/a%2Fb?projectId=project&st=appkit&sv=react-eip155%2Csolana%2Cbip122-1.7.6`,
    )
  })

  test('the wallet’s own comes before it, the host’s before both', () => {
    const wallet = { image_id: 'a', image_url: 'https://wallet.example/a.png' }
    expect(walletImageOf(foyer, { id: 'a', ...wallet })).toBe('https://wallet.example/a.png')
    expect(walletImageOf(foyer, { id: 'own', ...wallet })).toBe('https://dapp.example/own.png')
  })

  test('nowhere, without an id or a server', () => {
    expect(walletImageOf(foyer, { id: 'a' })).toBeUndefined()
    expect(walletImageOf(fakeKit().foyer, { id: 'a', image_id: 'a' })).toBeUndefined()
  })
})

/** A browser's pictures: what is asked for, and how it ends. */
class FakeImage {
  static asked: FakeImage[] = []
  onload: (() => void) | undefined
  onerror: (() => void) | undefined
  source = ''
  referrerPolicy = ''
  readonly removeAttribute: (name: string) => void = vi.fn()
  set src(source: string) {
    this.source = source
    FakeImage.asked.push(this)
  }
}

describe('pictures before they are seen', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    FakeImage.asked = []
  })
  const wallets = Array.from({ length: 30 }, (_, index) => walletOf(index + 1))
  const preload = () => {
    vi.stubGlobal('Image', FakeImage)
    const kit = fakeKit({ api })
    const done = vi.fn()
    preloadWalletImages(kit.foyer, wallets).then(done)
    return { ...kit, done }
  }

  test('[S9.6] of the first twenty', async () => {
    const { foyer, clock, done } = preload()
    expect(FakeImage.asked.map(({ source }) => source)).toEqual(
      wallets.slice(0, 20).map((wallet) => walletImageOf(foyer, wallet)),
    )
    // The images' servers don't learn the page's address.
    expect(new Set(FakeImage.asked.map(({ referrerPolicy }) => referrerPolicy))).toEqual(new Set(['no-referrer']))
    for (const [index, { onload, onerror }] of FakeImage.asked.entries()) (index % 2 ? onload : onerror)?.()
    await clock.advance(0)
    expect(done).toHaveBeenCalledOnce()
    expect(clock.pending).toBe(0)
  })

  test('[S9.7] waits 2 s for them, whatever has come', async () => {
    const { clock, done } = preload()
    const [first, second] = FakeImage.asked
    first?.onload?.()
    await clock.advance(1_999)
    expect(done).not.toHaveBeenCalled()
    expect(second?.removeAttribute).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(done).toHaveBeenCalledOnce()
    expect(first?.removeAttribute).not.toHaveBeenCalled()
    expect(second?.removeAttribute).toHaveBeenCalledWith('src')
  })

  test('of none are there at once', async () => {
    vi.stubGlobal('Image', FakeImage)
    const { foyer, clock } = fakeKit({ api })
    await preloadWalletImages(foyer, [{ id: 'a', name: 'A' }])
    expect(clock.pending).toBe(0)
  })

  test('on a server there are none', async () => {
    await expect(preloadWalletImages(fakeKit({ api }).foyer, wallets)).resolves.toBeUndefined()
  })
})
