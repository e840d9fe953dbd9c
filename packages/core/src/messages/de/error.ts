import type { alert } from '../en/alert.js'
import type { error as english } from '../en/connect.js'
import type { refusal } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal & typeof alert> = {
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

  'alert.invalidOptions': 'Ungültige Optionen',
  'alert.invalidOptionsMore': 'Bitte korrigieren, was `createFoyer` übergeben wird.',
  'alert.networkNotFound': 'Netzwerk nicht gefunden',
  'alert.networkNotFoundMore':
    'Verlangt wurde ein Wechsel zu {network}, das nicht zu den Netzwerken dieses Kits gehört. In `networks` ergänzen.',
  'alert.invalidAppConfiguration': 'Ungültige App-Konfiguration',
  'alert.invalidAppConfigurationMore':
    'Der Ursprung {origin} steht nicht auf der Liste der erlaubten Ursprünge des Projekts. Beim Server, den `api` nennt, ergänzen.',
  'alert.projectIdNotConfigured': 'Projekt-ID nicht konfiguriert',
  'alert.projectIdNotConfiguredMore':
    'Es wurde keine `projectId` angegeben. Beim Server, den `api` nennt, ein Projekt anlegen und dessen ID übergeben.',
  'alert.invalidProjectId': 'Ungültige Projekt-ID',
  'alert.invalidProjectIdMore':
    'Der Server kennt diese Projekt-ID nicht. `projectId` mit dem Projekt beim Server, den `api` nennt, vergleichen.',
  'alert.relayOriginMore':
    'Der Ursprung {origin} steht nicht auf der Liste des Projekts beim Relay {relay}. Dort ergänzen, wo dessen Projekt-ID herkommt.',
  'alert.relayProjectMore':
    'Das Relay {relay} kennt diese Projekt-ID nicht. Eine von dessen Betreiber als `projectId` an `walletConnect` übergeben; oder als `relayUrl` ein eigenes Relay nennen.',
  'alert.relayNoProjectMore':
    'Das Relay {relay} braucht eine Projekt-ID. Eine von dessen Betreiber als `projectId` an `walletConnect` übergeben; oder als `relayUrl` ein eigenes Relay nennen.',
  'alert.sessionExpired': 'Sitzung abgelaufen',
  'alert.sessionExpiredMore':
    'Der Server nimmt das Token noch nicht an. Die Uhr dieses Rechners mit der des Servers vergleichen.',
  'alert.adapterMissing': 'Adapter fehlt',
  'alert.adapterMissingMore':
    'Das Netzwerk {network} ist konfiguriert, aber kein Adapter für die Familie {family}. Einen in `adapters` ergänzen.',
  'alert.dismiss': 'Ausblenden',
}
