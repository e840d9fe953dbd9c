// What the languages of the kit lack: each is one JSON file beside the English of packages/core/src/messages, which is TypeScript.
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

const folder = `${root}packages/core/src/messages`

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
 * Compares all languages with English.
 * @returns {Promise<Record<string, SentenceFaults>>} by the name of the language's file
 */
export async function missingSentences() {
  const { english, locales } = await sources()
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  const faults = {}
  for (const file of files) {
    const language = file.replace('.json', '')
    const locale = Object.values(locales).find(({ tag }) => tag?.split('-')[0] === language)
    if (!locale) throw new Error(`No locale of packages/core/src/messages/locales.ts is of the language of ${file}.`)
    const rest = JSON.parse(await readFile(`${folder}/${file}`, 'utf8'))
    faults[language] = compareSentences({ english, translated: { ...locale.button, ...rest } })
  }
  return faults
}

/** English, and what each locale's buttons say without the English that stands in for what they lack. */
async function sources() {
  const { rolldown } = await import('rolldown')
  const load = async (name, plugins = []) => {
    const bundle = await rolldown({
      input: `${folder}/${name}.ts`,
      // Each language is read as the file that it is; English is bundled for itself.
      external: (id) => id.endsWith('.json') || (name === 'locales' && id === './sentences.js'),
      tsconfig: false,
      platform: 'neutral',
      plugins,
    })
    const { output } = await bundle.generate({ format: 'es' })
    await bundle.close()
    return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
  }
  const withoutEnglish = {
    name: 'without-english',
    load: (id) => (id.endsWith('button.ts') ? 'export const button = {}' : undefined),
  }
  const { english } = await load('sentences')
  return { english, locales: await load('locales', [withoutEnglish]) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [language, { missing, foreign, broken }] of Object.entries(await missingSentences())) {
    if (missing.length > 0) console.log(`${language} says in English: ${missing.join(', ')}`)
    for (const key of foreign) console.error(`${language} has a sentence that English hasn't: ${key}`)
    for (const key of broken) console.error(`${language} has no text, or other placeholders than English: ${key}`)
    if (foreign.length + broken.length > 0) process.exitCode = 1
  }
}
