import { useGraphiQL } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { readHeaders } from './credentials.js';
import type { Handover } from './handover.js';

const isEmpty = (text: string): boolean => Object.keys(readHeaders(text)).length === 0;

/** Fills a newly opened tab with the last headers used, if it has none, and with ids from earlier results. */
export function Carry({ handover }: { handover: Handover }) {
  const { activeTabIndex, headerEditor, variableEditor, queryEditor } = useGraphiQL((state) => ({
    activeTabIndex: state.activeTabIndex,
    headerEditor: state.headerEditor,
    variableEditor: state.variableEditor,
    queryEditor: state.queryEditor,
  }));
  const lastHeaders = useRef('');

  useEffect(() => {
    const model = headerEditor?.getModel();
    const noted = model?.onDidChangeContent(() => {
      if (!isEmpty(model.getValue())) lastHeaders.current = model.getValue();
    });
    return () => noted?.dispose();
  }, [headerEditor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run when the tab changes.
  useEffect(() => {
    if (!headerEditor || !variableEditor || !queryEditor) return;
    if (lastHeaders.current !== '' && isEmpty(headerEditor.getValue()))
      headerEditor.setValue(lastHeaders.current);
    const variables = variableEditor.getValue();
    const filled = handover.fill(variables, queryEditor.getValue());
    if (filled !== variables) variableEditor.setValue(filled);
  }, [activeTabIndex, headerEditor, variableEditor, queryEditor, handover]);

  return null;
}
