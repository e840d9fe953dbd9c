import type { alert } from '../en/alert.js'
import type { error as english } from '../en/connect.js'
import type { refusal } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal & typeof alert> = {
  'error.rejected': 'Rechazaste la solicitud en la billetera.',
  'error.requestPending': 'La billetera aún tiene una solicitud abierta. Ábrela y responde primero a esa.',
  'error.walletNotFound': 'Esta billetera no está en el navegador. Actívala y recarga la página.',
  'error.walletLocked': 'La billetera no lo permitió. Desbloquéala y vuelve a intentarlo.',
  'error.walletDisconnected': 'La billetera perdió la conexión. Conéctala de nuevo.',
  'error.notSupported': 'La billetera no puede hacer esto. Prueba con otra.',
  'error.timedOut': 'No hubo respuesta a tiempo. Vuelve a intentarlo.',
  'error.wrongAnswer': 'La respuesta de la billetera no se pudo usar. Vuelve a intentarlo o usa otra billetera.',
  'error.offline': 'No tienes conexión. Vuelve a intentarlo cuando la recuperes.',
  'error.networkUnavailable': 'La red no responde ahora mismo. Vuelve a intentarlo en un momento.',
  'error.serverUnavailable': 'El servidor no responde ahora mismo. Vuelve a intentarlo en un momento.',
  'error.busy': 'Hay demasiadas solicitudes ahora mismo. Espera un momento y vuelve a intentarlo.',
  'error.unsupportedNetwork': 'Esta app no es compatible con esa red. Elige otra.',
  'error.chainNotSupported': 'La cadena no es compatible',
  'error.storage': 'El navegador no deja que esta página guarde datos. La próxima vez tendrás que conectarte de nuevo.',
  'error.transactionFailed': 'La red rechazó la transacción. Revisa el importe y la comisión y vuelve a intentarlo.',
  'error.misconfigured': 'Esta app no está bien configurada. Avisa a sus creadores.',
  'error.notLoaded': 'No se pudo cargar esta parte. Vuelve a intentarlo.',
  'error.unknown': 'Eso no funcionó. Vuelve a intentarlo.',

  'alert.invalidOptions': 'Opciones no válidas',
  'alert.invalidOptionsMore': 'Corrige lo que recibe `createFoyer`.',
  'alert.networkNotFound': 'Red no encontrada',
  'alert.networkNotFoundMore':
    'Se pidió cambiar a {network}, que no está entre las redes de este kit. Añádela a `networks`.',
  'alert.invalidAppConfiguration': 'Configuración de la app no válida',
  'alert.invalidAppConfigurationMore':
    'El origen {origin} no está en la lista de orígenes permitidos del proyecto. Añádelo en el servidor que indica `api`.',
  'alert.projectIdNotConfigured': 'ID de proyecto no configurado',
  'alert.projectIdNotConfiguredMore':
    'No se indicó ningún `projectId`. Crea un proyecto en el servidor que indica `api` y pasa su ID.',
  'alert.invalidProjectId': 'ID de proyecto no válido',
  'alert.invalidProjectIdMore':
    'El servidor no conoce este ID de proyecto. Compara `projectId` con el proyecto en el servidor que indica `api`.',
  'alert.relayOriginMore':
    'El origen {origin} no está en la lista del proyecto en el relay {relay}. Añádelo donde obtuviste el ID de proyecto del relay.',
  'alert.relayProjectMore':
    'El relay {relay} no conoce este ID de proyecto. Pasa a `walletConnect` uno de su propio operador como `projectId`; o indica un relay tuyo como `relayUrl`.',
  'alert.relayNoProjectMore':
    'El relay {relay} necesita un ID de proyecto. Pasa a `walletConnect` uno de su propio operador como `projectId`; o indica un relay tuyo como `relayUrl`.',
  'alert.sessionExpired': 'La sesión caducó',
  'alert.sessionExpiredMore':
    'El servidor aún no acepta el token. Compara el reloj de este equipo con el del servidor.',
  'alert.adapterMissing': 'Falta un adaptador',
  'alert.adapterMissingMore':
    'La red {network} está configurada, pero falta un adaptador para la familia {family}. Añade uno a `adapters`.',
  'alert.dismiss': 'Descartar',
}
