import type { shell as english } from '../en/shell.js'
import type { Translated } from '../sentences.js'

export const shell: Translated<typeof english> = {
  'shell.back': 'Zurück',
  'shell.loading': 'Wird geladen',
  'shell.opensNewTab': 'öffnet in neuem Tab',
  'shell.unknown': 'Unbekannt',
  'shell.offline': 'Sie sind offline. Weiter geht es, sobald die Verbindung wieder da ist.',
  'shell.notAvailable': 'Nicht verfügbar',
}
