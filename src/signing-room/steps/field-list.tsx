import type { CSSProperties } from 'react';
import type { AdoptedSignature, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import {
  FILLED,
  groupInWords,
  isFilledBySigner,
  type TabProblem,
  type TabValues,
} from '../../contract/rules/signing/fields/fill-tabs.ts';
import { Drawn } from './drawn.tsx';
import styles from '../signing-room.module.css';

type Tab = RoomPage['tabs'][number];

/** Returns the id of a field's control. */
export function idOfTab(tab: string): string {
  return `field-${tab}`;
}

const PROBLEM_ID = 'field-problem';

interface Filling {
  page: RoomPage;
  adopted: AdoptedSignature;
  values: TabValues;
  problem: TabProblem | null;
  onFill: (tab: string, value: string) => void;
}

/**
 * The fields of a page, in order. On a wide screen they are at their printed positions, and on a narrow screen below the page.
 */
export function FieldList(filling: Filling) {
  const { page } = filling;
  const tabs = page.tabs.filter(isFilledBySigner);
  return (
    <div className={styles.tabs} role="group" aria-label="Fields on this page">
      {tabs.map((tab) => (
        <div key={tab.uuid} className={styles.tab} style={placeOf(tab, page)}>
          <Control tab={tab} name={nameOf(tab, tabs)} filling={filling} />
          {filling.problem?.tab === tab.uuid && (
            <p id={PROBLEM_ID} className={styles.tabProblem} role="alert">
              {filling.problem.sentence}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function Control({
  tab,
  name,
  filling: { page, adopted, values, problem, onFill },
}: {
  tab: Tab;
  name: string;
  filling: Filling;
}) {
  const value = values[tab.uuid] ?? '';
  const isWrong = problem?.tab === tab.uuid;
  const shared = {
    id: idOfTab(tab.uuid),
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? PROBLEM_ID : tab.group === null ? undefined : idOfTab(tab.group),
  };
  switch (tab.type) {
    case 'custom':
      return (
        <label className={styles.textTab}>
          <span className={styles.tabName}>{tab.required ? `${name} (required)` : name}</span>
          <input
            {...shared}
            type="text"
            autoComplete="off"
            value={value}
            style={typeOf(tab, page)}
            aria-required={tab.required}
            placeholder={tab.label}
            onChange={(event) => onFill(tab.uuid, event.target.value)}
          />
        </label>
      );
    case 'checkbox':
      return (
        <label className={styles.checkTab}>
          <input
            {...shared}
            type="checkbox"
            checked={value === FILLED}
            aria-required={tab.required && tab.group === null}
            onChange={(event) => onFill(tab.uuid, event.target.checked ? FILLED : '')}
          />
          <span className={styles.tabName}>{name}</span>
        </label>
      );
    case 'initials':
      return (
        <button
          {...shared}
          className={styles.initialsTab}
          type="button"
          aria-pressed={value === FILLED}
          onClick={() => onFill(tab.uuid, value === FILLED ? '' : FILLED)}
        >
          {value === FILLED && adopted.initials && (
            <svg viewBox={`0 0 ${adopted.initials.width} ${adopted.initials.height}`} aria-hidden>
              <Drawn drawing={adopted.initials} />
            </svg>
          )}
          <span className={value === FILLED ? styles.unseen : undefined}>{name}</span>
        </button>
      );
    case 'effective_date':
      return null;
  }
}

/** Says how many checkboxes of each group must be selected. */
export function GroupRules({ page: { tabs, groups } }: { page: RoomPage }) {
  return groups.map((group) => {
    const own = tabs.filter((tab) => tab.group === group.uuid);
    const rule = groupInWords(group, own.length);
    const names = own.flatMap(({ label }) => (label === '' ? [] : [label])).join(', ');
    return rule === null || own.length === 0 ? null : (
      <p key={group.uuid} id={idOfTab(group.uuid)} className={styles.hint}>
        {names === '' ? rule : `${rule.slice(0, -1)}: ${names}.`}
      </p>
    );
  });
}

const KINDS = {
  custom: 'Text',
  checkbox: 'Checkbox',
  initials: 'Initials',
  effective_date: 'Effective date',
} as const;

/** Returns the name of a field. Fields of the same type without a label are numbered. */
function nameOf(tab: Tab, tabs: readonly Tab[]): string {
  if (tab.label !== '') return tab.type === 'initials' ? `Initials: ${tab.label}` : tab.label;
  const alike = tabs.filter(({ type, label }) => type === tab.type && label === '');
  return alike.length === 1 ? KINDS[tab.type] : `${KINDS[tab.type]} ${alike.indexOf(tab) + 1}`;
}

function placeOf({ x, y, width, height }: Tab, page: RoomPage): CSSProperties {
  return {
    left: percent(x / page.width),
    top: percent(y / page.height),
    width: percent(width / page.width),
    height: percent(height / page.height),
  };
}

/** Returns the font size of an entry in print, where 100cqw is the width of the page. */
function typeOf({ height }: Tab, page: RoomPage): CSSProperties {
  return { '--type': `${(Math.min(11, height * 0.7) / page.width) * 100}cqw` };
}

function percent(share: number): string {
  return `${share * 100}%`;
}
