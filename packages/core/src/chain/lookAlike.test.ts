import { describe, expect, test } from 'vitest'
import { hasLookAlikes } from './lookAlike.js'

const symbols = [
  ...['ETH', 'WETH', 'stETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'cbBTC', 'AAVE', 'LINK', 'UNI', 'ARB', 'OP', 'MATIC'],
  ...['POL', 'CRV', 'ENS', 'BAL', 'GNO', 'SNX', 'COMP', 'MKR', 'LDO', 'PEPE', 'SHIB', 'TUSD', 'FRAX', 'EURC', 'XAUT'],
]

/** The look-alikes of a Latin letter in the names of tokens that pose as others: each alphabet's own. */
const stands: Readonly<Record<string, readonly string[]>> = {
  A: ['А', 'Α', 'Ꭺ', 'ꓮ', '𝐀', 'Ａ', 'ᴀ'],
  B: ['В', 'Β', 'ꓐ', '𝐁', 'Ｂ', 'ʙ'],
  C: ['С', 'Ꮯ', 'ꓚ', '𝐂', 'Ｃ', 'ᴄ'],
  D: ['ꓓ', '𝐃', 'Ｄ', 'ᴅ'],
  E: ['Е', 'Ε', 'Ꭼ', 'ꓰ', '𝐄', 'Ｅ', 'ᴇ'],
  H: ['Н', 'Η', 'Ꮋ', 'ꓧ', '𝐇', 'Ｈ', 'ʜ'],
  I: ['І', 'Ι', 'ꓲ', '𝐈', 'Ｉ', 'ɪ'],
  K: ['К', 'Κ', 'Ꮶ', 'ꓗ', '𝐊', 'Ｋ', 'ᴋ'],
  M: ['М', 'Μ', 'Ꮇ', 'ꓟ', '𝐌', 'Ｍ', 'ᴍ'],
  N: ['Ν', 'ꓠ', '𝐍', 'Ｎ', 'ɴ'],
  O: ['О', 'Ο', 'ꓳ', '𝐎', 'Ｏ', 'ᴏ'],
  P: ['Р', 'Ρ', 'Ꮲ', 'ꓑ', '𝐏', 'Ｐ', 'ᴘ'],
  S: ['Ѕ', 'Ꮪ', 'ꓢ', '𝐒', 'Ｓ', 'ꜱ'],
  T: ['Т', 'Τ', 'Ꭲ', 'ꓔ', '𝐓', 'Ｔ', 'ᴛ'],
  U: ['ꓴ', 'Ս', '𝐔', 'Ｕ', 'ᴜ'],
  X: ['Х', 'Χ', 'ꓫ', '𝐗', 'Ｘ'],
}

/** Each symbol with one letter, and with all, of another alphabet. */
const posing = symbols.flatMap((symbol) => {
  const letters = [...symbol.toUpperCase()]
  const one = letters.flatMap((letter, at) =>
    (stands[letter] ?? []).map((other) => [...letters.slice(0, at), other, ...letters.slice(at + 1)].join('')),
  )
  const all = [0, 1, 2].map((which) => letters.map((letter) => stands[letter]?.[which] ?? letter).join(''))
  return [...one, ...all.filter((text) => text !== letters.join(''))]
})

describe('[F14] letters that pose as others', () => {
  test('are seen in 500 symbols, each of which reads as a known one', () => {
    const distinct = [...new Set(posing)]
    expect(distinct.length).toBeGreaterThan(500)
    expect(distinct.filter((text) => !hasLookAlikes(text))).toEqual([])
  })

  test('a text of such letters alone is seen too', () => {
    expect(['ЕТН', 'ΕΤΗ', 'ꓴꓢꓓꓚ', 'Ꭼ', 'сосо'].filter((text) => !hasLookAlikes(text))).toEqual([])
  })

  test.each([
    [symbols],
    [['USD₮0', 'USD Coin', '1INCH', 'x²', 'ETH-2.0', '', '🍣', '$WIF', 'Ø', 'Café', 'ß', 'Łódź', 'T-Bill (3%)']],
    [
      [
        'Рубль',
        'Токен',
        'ΔΟΛΑΡΙΟ',
        'דולר',
        'قطعة',
        'ドル',
        '円ドル JPY',
        '人民币 CNY',
        '원화 KRW',
        'บาท',
        'डॉलर',
        'Դրամ',
      ],
    ],
  ])('aren’t seen where there are none: %j', (plain) => {
    expect(plain.filter(hasLookAlikes)).toEqual([])
  })
})
