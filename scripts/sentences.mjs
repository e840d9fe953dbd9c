// What the languages of the kit, of the wallet's pages and of mails lack: each is one JSON file beside its English, which is TypeScript.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { root } from './processes.mjs'

/**
 * What is amiss in a language.
 * @typedef {object} SentenceFaults
 * @property {string[]} missing keys that English has: they are said in English until there is a sentence
 * @property {string[]} foreign keys that English hasn't, which nobody says
 * @property {string[]} broken keys whose sentence isn't text, is empty, or has other placeholders than English
 */

const folder = `${root}packages/core/src/catalogue`
/** What describes requests, which the kit and the wallet's pages both say. */
const requestFolder = `${folder}/request`
const walletFolder = `${root}apps/wallet/src/messages`
const mailFolder = `${root}packages/service/src/mail/messages`

/** @param {string} sentence */
const placeholders = (sentence) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort().join(' ')

/**
 * Compares a language with English.
 * @param {{ english: Readonly<Record<string, string>>, translated: Readonly<Record<string, unknown>> }} catalogues
 * @returns {SentenceFaults}
 */
export function compareSentences({ english, translated }) {
  const isRight = ([key, sentence]) =>
    typeof sentence === 'string' && sentence.trim() !== '' && placeholders(sentence) === placeholders(english[key])
  const known = Object.entries(translated).filter(([key]) => Object.hasOwn(english, key))
  return {
    missing: Object.keys(english).filter((key) => !Object.hasOwn(translated, key)),
    foreign: Object.keys(translated).filter((key) => !Object.hasOwn(english, key)),
    broken: known.filter((entry) => !isRight(entry)).map(([key]) => key),
  }
}

/**
 * Compares all languages of the kit with English.
 * @returns {Promise<Record<string, SentenceFaults>>} by the name of the language's file
 */
export async function missingSentences() {
  const { english, locales } = await sources()
  const faults = {}
  for (const [language, rest] of await languagesIn(folder, requestFolder)) {
    const locale = Object.values(locales).find(({ tag }) => tag?.split('-')[0] === language)
    if (!locale)
      throw new Error(`No locale of packages/core/src/catalogue/locales.ts is of the language of ${language}.json.`)
    faults[language] = compareSentences({ english, translated: { ...locale.button, ...rest } })
  }
  return faults
}

/**
 * Compares all languages of the wallet's pages with English.
 * @returns {Promise<Record<string, SentenceFaults>>} by the name of the language's file
 */
export const missingWalletSentences = () => missingIn(walletFolder, requestFolder)

/**
 * Compares all languages of mails with English.
 * @returns {Promise<Record<string, SentenceFaults>>} by the name of the language's file
 */
export const missingMailSentences = () => missingIn(mailFolder)

/**
 * What the wallet's pages say of themselves and what mails say, by language.
 * @returns {Promise<Record<string, { english: Readonly<Record<string, string>>, languages: [name: string, sentences: Readonly<Record<string, string>>][] }>>} by whose it is
 */
export async function catalogues() {
  const of = { wallet: [walletFolder, requestFolder], mails: [mailFolder] }
  const read = async ([folder, ...others]) => ({
    ...(await load(`${folder}/en.ts`)),
    languages: await languagesIn(folder, ...others),
  })
  return Object.fromEntries(
    await Promise.all(Object.entries(of).map(async ([name, folders]) => [name, await read(folders)])),
  )
}

/** Compares the languages of a folder with the English beside them. */
async function missingIn(of, ...others) {
  const { english } = await load(`${of}/en.ts`)
  const languages = await languagesIn(of, ...others)
  return Object.fromEntries(
    languages.map(([language, translated]) => [language, compareSentences({ english, translated })]),
  )
}

/** The languages of a folder in their order, each with its sentences, there and in the other folders. */
async function languagesIn(of, ...others) {
  const files = (await readdir(of)).filter((file) => file.endsWith('.json')).sort()
  const read = async (path) => JSON.parse(await readFile(path, 'utf8'))
  return Promise.all(
    files.map(async (file) => {
      const parts = await Promise.all([of, ...others].map((each) => read(`${each}/${file}`)))
      return [file.replace('.json', ''), Object.assign({}, ...parts)]
    }),
  )
}

/** English, and what each locale's buttons say without the English that stands in for what they lack. */
async function sources() {
  const withoutEnglish = {
    name: 'without-english',
    load: (id) => (id.endsWith('button.ts') ? 'export const button = {}' : undefined),
  }
  const { english } = await load(`${folder}/sentences.ts`)
  // English is bundled for itself.
  const locales = await load(`${folder}/locales.ts`, {
    plugins: [withoutEnglish],
    external: (id) => id === './sentences.js',
  })
  return { english, locales }
}

/** Bundles a file of TypeScript, and runs it. Each language is read as the file that it is. */
async function load(input, { plugins = [], external = () => false } = {}) {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input,
    external: (id) => /^\.\/(request\/)?\w+\.json$/.test(id) || external(id),
    resolve: { conditionNames: ['foyer-source', 'import', 'default'] },
    tsconfig: false,
    platform: 'neutral',
    plugins,
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ofWallet = Object.entries(await missingWalletSentences())
  const ofMails = Object.entries(await missingMailSentences())
  const all = [
    ...Object.entries(await missingSentences()),
    ...ofWallet.map(([language, faults]) => [`the wallet's ${language}`, faults]),
    ...ofMails.map(([language, faults]) => [`the mails' ${language}`, faults]),
  ]
  for (const [language, { missing, foreign, broken }] of all) {
    if (missing.length > 0) console.log(`${language} says in English: ${missing.join(', ')}`)
    for (const key of foreign) console.error(`${language} has a sentence that English hasn't: ${key}`)
    for (const key of broken) console.error(`${language} has no text, or other placeholders than English: ${key}`)
    if (foreign.length + broken.length > 0) process.exitCode = 1
  }
}
