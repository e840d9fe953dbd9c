import { randomBytes } from '@foyer/embedded/custody'
import { accountsOfSecret, wordsOf } from '@foyer/signing/secret'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { readKeystore, writeKeystore } from './keystore.js'

const cost = { n: 1_024, r: 8, p: 1 } as const
const password = 'correct horse battery staple'

async function made() {
  const secret = randomBytes(16)
  const { eip155 } = await accountsOfSecret(secret)
  const text = await writeKeystore({ secret, address: eip155.address, password, cost })
  return { secret, text, file: JSON.parse(text), address: eip155.address }
}

describe('a wallet in a file', () => {
  test('opens by its password, and has the whole secret', async () => {
    const { secret, text, file, address } = await made()
    expect(await readKeystore({ text, password })).toEqual(secret)
    expect(file).toMatchObject({ version: 3, address: address.slice(2).toLowerCase() })
    expect(mnemonicToAccount(wordsOf(secret)).address).toBe(address)
  })

  test('[F15] has neither the words nor a key in clear', async () => {
    const { secret, text } = await made()
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    for (const word of wordsOf(secret).split(' ')) expect(text).not.toContain(`"${word}`)
  })

  test('opens by no other password, and a password counts as it is typed on any keyboard', async () => {
    const { text } = await made()
    for (const other of ['', password.toUpperCase(), `${password} `])
      await expect(readKeystore({ text, password: other })).rejects.toMatchObject({ code: 'wrong_password' })
    const secret = randomBytes(16)
    const { eip155 } = await accountsOfSecret(secret)
    const composed = await writeKeystore({ secret, address: eip155.address, password: 'Å'.normalize('NFC'), cost })
    expect(await readKeystore({ text: composed, password: 'Å'.normalize('NFD') })).toEqual(secret)
  })

  test.each([
    ['nothing', ''],
    ['other JSON', '{"a":1}'],
    ['another version', '{"version":1}'],
  ])('isn’t %s', async (_, text) => {
    await expect(readKeystore({ text, password })).rejects.toMatchObject({ code: 'no_keystore' })
  })

  test.each([
    ['torn', (text: string) => text.slice(0, -20)],
    ['sealed by another cipher', (text: string) => text.replace('aes-128-ctr', 'aes-128-cbc')],
    ['opened by other work', (text: string) => text.replace('"scrypt"', '"pbkdf2"')],
    ['whose work is no power of two', (text: string) => text.replace('"n":1024', '"n":1000')],
    ['whose work is none', (text: string) => text.replace('"r":8', '"r":0')],
  ])('isn’t one that is %s', async (_, changed) => {
    const { text } = await made()
    await expect(readKeystore({ text: changed(text), password })).rejects.toMatchObject({ code: 'no_keystore' })
  })

  test('whose secret was exchanged isn’t taken', async () => {
    const { text, file } = await made()
    const exchanged = text.replace(file['x-ethers'].mnemonicCiphertext, '00'.repeat(16))
    await expect(readKeystore({ text: exchanged, password })).rejects.toMatchObject({ code: 'no_keystore' })
  })

  test.each([
    ['"n":1024', '"n":1073741824'],
    ['"n":1024', '"n":524288'],
    ['"r":8', '"r":1073741824'],
    ['"p":1', '"p":1073741824'],
    ['"p":1', '"p":257'],
  ])('that would cost a device its memory, or minutes, isn’t opened: %s as %s', async (as, dear) => {
    const { text } = await made()
    await expect(readKeystore({ text: text.replace(as, dear), password })).rejects.toMatchObject({ code: 'too_costly' })
  })

  test('of more words than this wallet has isn’t one of its own', async () => {
    const { text, file } = await made()
    const longer = text.replace(file['x-ethers'].mnemonicCiphertext, '00'.repeat(32))
    await expect(readKeystore({ text: longer, password })).rejects.toMatchObject({ code: 'more_words' })
  })

  test('of another wallet’s making, with one key, isn’t a whole wallet', async () => {
    const { file } = await made()
    const { 'x-ethers': _, ...key } = file
    await expect(readKeystore({ text: JSON.stringify(key), password })).rejects.toMatchObject({ code: 'no_wallet' })
  })
})
