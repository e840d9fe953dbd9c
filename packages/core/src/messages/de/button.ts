import type { ButtonSentences } from '../sentences.js'

export const button: ButtonSentences = {
  'button.connect': 'Wallet verbinden',
  'button.connecting': 'Wird verbunden...',
  'button.switchNetwork': 'Netzwerk wechseln',
  'button.selectNetwork': 'Netzwerk wählen',
  'button.unknownNetwork': 'Unbekanntes Netzwerk',
  'button.account': 'Konto {name}',
  'button.network': 'Netzwerk {name}',
  'button.balanceLoading': 'Guthaben wird geladen',
  'button.notLoaded': 'Dieser Teil ließ sich nicht laden. Bitte die Verbindung prüfen.',
  'button.tryAgain': 'Erneut versuchen',
  'button.close': 'Schließen',
}
