import type { alert } from '../en/alert.js'
import type { error as english } from '../en/connect.js'
import type { refusal } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal & typeof alert> = {
  'error.rejected': '已在钱包中拒绝该请求。',
  'error.requestPending': '钱包中仍有未处理的请求。请先打开钱包处理该请求。',
  'error.walletNotFound': '浏览器中没有此钱包。请启用它并重新加载页面。',
  'error.walletLocked': '钱包不允许此操作。请解锁后重试。',
  'error.walletDisconnected': '钱包已断开连接。请重新连接。',
  'error.notSupported': '此钱包无法执行此操作。请换一个钱包再试。',
  'error.timedOut': '未及时收到响应。请重试。',
  'error.wrongAnswer': '钱包的响应无法使用。请重试，或换一个钱包。',
  'error.offline': '当前处于离线状态。请在恢复连接后重试。',
  'error.networkUnavailable': '网络暂时没有响应。请稍后重试。',
  'error.serverUnavailable': '服务器暂时没有响应。请稍后重试。',
  'error.busy': '当前请求过多。请稍等片刻再试。',
  'error.unsupportedNetwork': '此应用不支持该网络。请选择其他网络。',
  'error.chainNotSupported': '不支持此链',
  'error.storage': '浏览器不允许此页面保存数据。下次需要重新连接。',
  'error.transactionFailed': '网络拒绝了该交易。请检查金额和费用，然后重试。',
  'error.misconfigured': '此应用尚未完成设置。请告知开发者。',
  'error.notLoaded': '无法加载此部分。请重试。',
  'error.unknown': '操作未成功。请重试。',

  'alert.invalidOptions': '选项无效',
  'alert.invalidOptionsMore': '请更正传给 `createFoyer` 的内容。',
  'alert.networkNotFound': '未找到网络',
  'alert.networkNotFoundMore': '请求切换到 {network}，但它不在此套件的网络中。请将其添加到 `networks`。',
  'alert.invalidAppConfiguration': '应用配置无效',
  'alert.invalidAppConfigurationMore': '来源 {origin} 不在项目的允许来源列表中。请在 `api` 指定的服务器上添加。',
  'alert.projectIdNotConfigured': '未配置项目 ID',
  'alert.projectIdNotConfiguredMore': '未提供 `projectId`。请在 `api` 指定的服务器上创建项目并传入其 ID。',
  'alert.invalidProjectId': '项目 ID 无效',
  'alert.invalidProjectIdMore': '服务器不认识此项目 ID。请将 `projectId` 与 `api` 指定的服务器上的项目核对。',
  'alert.relayOriginMore': '来源 {origin} 不在中继 {relay} 上该项目的列表中。请在获取该中继项目 ID 的地方添加。',
  'alert.relayProjectMore':
    '中继 {relay} 不认识此项目 ID。请将其运营方提供的 ID 作为 `projectId` 传给 `walletConnect`；或用 `relayUrl` 指定自己的中继。',
  'alert.relayNoProjectMore':
    '中继 {relay} 需要项目 ID。请将其运营方提供的 ID 作为 `projectId` 传给 `walletConnect`；或用 `relayUrl` 指定自己的中继。',
  'alert.sessionExpired': '会话已过期',
  'alert.sessionExpiredMore': '服务器尚不接受此令牌。请核对本机与服务器的时钟。',
  'alert.adapterMissing': '缺少适配器',
  'alert.adapterMissingMore': '已配置网络 {network}，但没有 {family} 系列的适配器。请在 `adapters` 中添加一个。',
  'alert.dismiss': '关闭',
}
