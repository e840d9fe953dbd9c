import type { error as english } from '../en/error.js'
import type { refusal } from '../en/refusal.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal> = {
  'error.rejected': 'Sie haben die Anfrage in der Wallet abgelehnt.',
  'error.requestPending': 'In der Wallet ist noch eine Anfrage offen. Bitte zuerst diese beantworten.',
  'error.walletNotFound': 'Diese Wallet ist nicht im Browser. Einschalten und die Seite neu laden.',
  'error.walletLocked': 'Die Wallet hat es nicht erlaubt. Entsperren und erneut versuchen.',
  'error.walletDisconnected': 'Die Wallet hat ihre Verbindung verloren. Bitte neu verbinden.',
  'error.notSupported': 'Die Wallet kann das nicht. Bitte eine andere versuchen.',
  'error.timedOut': 'Es kam keine rechtzeitige Antwort. Bitte erneut versuchen.',
  'error.wrongAnswer':
    'Die Antwort der Wallet war nicht brauchbar. Bitte erneut versuchen oder eine andere Wallet nehmen.',
  'error.offline': 'Sie sind offline. Bitte erneut versuchen, sobald die Verbindung wieder da ist.',
  'error.networkUnavailable': 'Das Netzwerk antwortet gerade nicht. Bitte gleich noch einmal versuchen.',
  'error.serverUnavailable': 'Der Server antwortet gerade nicht. Bitte gleich noch einmal versuchen.',
  'error.busy': 'Gerade gibt es zu viele Anfragen. Bitte kurz warten, dann erneut versuchen.',
  'error.unsupportedNetwork': 'Diese App unterstützt dieses Netzwerk nicht. Bitte ein anderes wählen.',
  'error.chainNotSupported': 'Chain wird nicht unterstützt',
  'error.storage':
    'Der Browser lässt diese Seite keine Daten speichern. Beim nächsten Mal ist eine neue Verbindung nötig.',
  'error.transactionFailed':
    'Das Netzwerk hat die Transaktion abgelehnt. Betrag und Gebühr prüfen, dann erneut versuchen.',
  'error.misconfigured': 'Diese App ist nicht fertig eingerichtet. Bitte dem Anbieter melden.',
  'error.notLoaded': 'Dieser Teil ließ sich nicht laden. Bitte erneut versuchen.',
  'error.unknown': 'Das ging nicht. Bitte erneut versuchen.',
}
