import { randomBytes } from '@foyer/custody/bytes'
import { accountsOfSecret, wordsOf } from '@foyer/signing/secret'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { readKeystore, writeKeystore } from './keystore.js'

const cost = { n: 1_024, r: 8, p: 1 } as const
const password = 'correct horse battery staple'

async function made() {
  const secret = randomBytes(16)
  const [account] = (await accountsOfSecret(secret)).accounts
  const text = await writeKeystore({ secret, password, cost })
  return { secret, text, file: JSON.parse(text), address: account?.address ?? expect.fail() }
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
    // Its fields have names that are words of the list too.
    for (const word of wordsOf(secret).split(' ')) expect(text.replaceAll(/"\w+":/g, '')).not.toContain(`"${word}`)
  })

  test('opens by no other password, and a password counts as it is typed on any keyboard', async () => {
    const { text } = await made()
    for (const other of ['', password.toUpperCase(), `${password} `])
      await expect(readKeystore({ text, password: other })).rejects.toMatchObject({ code: 'wrong_password' })
    const secret = randomBytes(16)
    const composed = await writeKeystore({ secret, password: 'Å'.normalize('NFC'), cost })
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

  test('opens as other writers have it: with capitals, a byte order mark, and without its address', async () => {
    const { secret, file } = await made()
    const { crypto: Crypto, address: _, ...others } = file
    const text = `\ufeff${JSON.stringify({ Crypto, ...others })}`
    expect(await readKeystore({ text, password })).toEqual(secret)
  })

  // As the documents of the standard have it, as geth writes it, and as MetaMask's and ethers' users have it.
  test.each([
    [
      'by pbkdf2',
      {
        crypto: {
          cipher: 'aes-128-ctr',
          cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
          ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
          kdf: 'pbkdf2',
          kdfparams: {
            c: 262144,
            dklen: 32,
            prf: 'hmac-sha256',
            salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
          },
          mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
        },
        id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
        version: 3,
      },
    ],
    [
      'by scrypt',
      {
        address: '008aeeda4d805471df9b2a5b0f38a0c3bcba786b',
        Crypto: {
          cipher: 'aes-128-ctr',
          cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
          ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
          kdf: 'scrypt',
          kdfparams: {
            dklen: 32,
            n: 262144,
            p: 8,
            r: 1,
            salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
          },
          mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
        },
        id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
        version: 3,
      },
    ],
  ])('with one key, %s, says what it is', async (_, file) => {
    for (const text of [JSON.stringify(file), `\ufeff${JSON.stringify(file, null, 2)}\r\n`])
      await expect(readKeystore({ text, password: 'testpassword' })).rejects.toMatchObject({ code: 'no_wallet' })
  })

  test('of another wallet’s making, with one key, isn’t a whole wallet', async () => {
    const { file } = await made()
    const { 'x-ethers': _, ...key } = file
    await expect(readKeystore({ text: JSON.stringify(key), password })).rejects.toMatchObject({ code: 'no_wallet' })
  })
})
