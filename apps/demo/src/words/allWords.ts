import type { DemoLocale } from '../settings.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import type { Words } from './words.js'
import { zh } from './zh.js'

/** All languages at once, for the server; English stands in for the pseudo-locale, which is the kit's alone. */
export const allWords: Readonly<Record<DemoLocale, Words>> = { en, de, es, zh, ar, pseudo: en }
